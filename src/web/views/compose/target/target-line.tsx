import { useClient } from "../../../client/client.ts";
import { colorOf } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { Icon } from "../../../parts/icon.tsx";
import { ToolButton } from "../../../parts/tool-button.tsx";
import { composeWords } from "../../../words/compose.ts";
import { listed } from "../../../words/format.ts";
import { TopicLabel } from "../../topics/topic-label.tsx";
import type { Composition } from "../composition.ts";
import { DirectFields } from "./direct-fields.tsx";
import type { Target } from "./target.ts";
import { TopicFields } from "./topic-fields.tsx";
import { namesOf } from "./where.ts";

interface TargetLineProps {
  readonly composition: Composition;
  readonly target: Target;
}

/** Shows the target of the message, as text or as fields to change it. */
export function TargetLine({ composition, target }: TargetLineProps) {
  const compose = composeWords();
  if (!composition.changesTarget.value) {
    return (
      <>
        <Where target={target} />
        <ToolButton size="s" icon="pencil" label={compose.changeTarget} onClick={() => composition.changeTarget()} />
      </>
    );
  }
  const done = () => composition.targetDone();
  if (target.kind === "topic") {
    return (
      <div class="composer-fields">
        <TopicFields composition={composition} target={target} onDone={done} />
      </div>
    );
  }
  return (
    <div class="composer-fields">
      <DirectFields composition={composition} users={target.users} onDone={done} />
    </div>
  );
}

function Where({ target }: { readonly target: Target }) {
  const client = useClient();
  if (target.kind === "direct") {
    const state = client.watch("users");
    return (
      <span class="composer-where one-line">
        <Icon name={target.users.length > 1 ? "users" : "user"} size={14} />
        <b>{listed(namesOf(state, target.users))}</b>
      </span>
    );
  }
  const state = client.watch("channels", "realm");
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  const color = target.channel === undefined ? undefined : colorOf(state, target.channel);
  return (
    <span class="composer-where one-line">
      <span class="composer-hash" style={{ "--channel": color }}>
        <Icon name={channel?.invite_only ? "lock" : "hash"} size={14} />
      </span>
      <bdi>{channel?.name}</bdi>
      <span aria-hidden="true">›</span>
      <b class={target.topic.trim() === "" ? "composer-no-topic" : undefined}>
        <bdi>
          <TopicLabel state={state} topic={target.topic.trim()} />
        </bdi>
      </b>
    </span>
  );
}
