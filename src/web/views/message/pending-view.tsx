import type { Client } from "../../client/client.ts";
import type { Pending } from "../../client/sending/outbox.ts";
import { soon } from "../../loads.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { appWords } from "../../words/app.ts";
import { messageWords } from "../../words/message.ts";
import { nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";

interface PendingViewProps {
  readonly client: Client;
  readonly pending: Pending;
  readonly hasHeader: boolean;
}

/** A message from this client, shown as plain text until the server has confirmed it. */
export function PendingView({ client, pending, hasHeader }: PendingViewProps) {
  const state = client.watch("users");
  const { status } = pending;
  return (
    <div class={`message${hasHeader ? " message-head" : ""} message-pending message-pending-${status}`}>
      <div class="message-side">{hasHeader && <UserFace user={state.user_id} />}</div>
      <div class="message-body">
        {hasHeader && (
          <div class="message-header">
            <span class="message-sender">{nameOfUser(state, state.user_id)}</span>
          </div>
        )}
        <div class="message-text">
          <div class="content message-plain">{pending.content}</div>
          {status === "sending" ? null : (
            <span class="message-marks">
              <Icon name={status === "refused" ? "circle-alert" : "clock"} size={13} />
              {messageWords().status[status]}
            </span>
          )}
        </div>
        {status === "refused" && (
          <div class="message-refusal" role="alert">
            <span>{pending.reason}</span>
            <Button kind="quiet" onClick={() => client.outbox.retry(pending.localId)}>
              {messageWords().retry}
            </Button>
            <Button kind="quiet" onClick={async () => (await soon()).compositionOf(client).restore(pending)}>
              {appWords().edit}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
