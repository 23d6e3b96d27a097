import { useState } from "preact/hooks";
import type { WireAuditDestination } from "../../../../../wire-types.ts";
import { type Client, useClient } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { Choice } from "../../../../parts/fields/choice.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../../parts/overlays/dialog.tsx";
import { auditFeedsWords } from "../../../../words/settings/organization/audit-feeds.ts";
import { auditLogWords } from "../../../../words/settings/organization/audit-log.ts";
import { attempt } from "../../../attempt.ts";
import { nameOfUser } from "../../../people/names.ts";
import { attemptWithLogin, demandFreshLogin, withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../../use-loaded.tsx";
import { showOnce } from "./shown-once.tsx";

const PATH = "/audit_log/destination";

export function AuditDestination() {
  const client = useClient();
  const loaded = useLoaded(
    async () => (await client.api.get<{ destination: WireAuditDestination | null }>(PATH)).destination,
  );
  const w = auditFeedsWords();
  return (
    <SettingGroup title={w.destination} hint={w.destinationHint}>
      <WhenLoaded of={loaded}>
        {(destination) =>
          destination === null ? (
            <>
              <p class="settings-note">{w.noDestination}</p>
              <div>
                <Button icon="plus" onClick={() => client.show(<NewDestination load={loaded.load} />)}>
                  {w.rows.destination}
                </Button>
              </div>
            </>
          ) : (
            <Present destination={destination} load={loaded.load} />
          )
        }
      </WhenLoaded>
    </SettingGroup>
  );
}

interface Props {
  readonly destination: WireAuditDestination;
  readonly load: () => Promise<void>;
}

function Present({ destination, load }: Props) {
  const client = useClient();
  const state = client.watch("users");
  const { url, user_id, created_at } = destination;
  const w = auditFeedsWords();
  const move = async (wanted: string) => {
    await demandFreshLogin(client, () => client.api.patch(PATH, { url: wanted }));
    await load();
  };
  return (
    <>
      <SettingText label={w.url} hint={w.urlHint} setting={{ value: url, save: move }} type="url" />
      <div>
        <DeliveryState of={destination} />
        <p class="settings-note">
          {w.setBy(nameOfUser(state, user_id))} · <Time at={created_at} as="day" />
        </p>
      </div>
      <div class="settings-actions">
        <Button icon="rotate-cw" run={load}>
          {auditLogWords().refresh}
        </Button>
        <Button icon="key" onClick={() => void replaceSecret(client)}>
          {w.replaceSecret}
        </Button>
        <Button kind="danger" onClick={() => void removeDestination(client, load)}>
          {w.end}
        </Button>
      </div>
    </>
  );
}

/** Whether entries are delivered, and how many are waiting. */
function DeliveryState({
  of: { delivered_at, failing_since, last_error, waiting },
}: {
  readonly of: WireAuditDestination;
}) {
  const w = auditFeedsWords();
  const fails = failing_since !== null;
  return (
    <div role="status">
      {fails && (
        <p class="entry-state entry-fails">
          <Icon name="circle-alert" size={15} />
          <span>
            {reasonOf(last_error)} {w.failing} <Time at={failing_since} as="day within" />
          </span>
        </p>
      )}
      {delivered_at === null ? (
        <p class="settings-note">{w.undelivered}</p>
      ) : (
        <p class="entry-state">
          {!fails && <Icon name="circle-check" size={15} />}
          <span>
            {w.delivered} <Time at={delivered_at} as="day within" />
          </span>
        </p>
      )}
      {waiting > 0 && <p class="settings-note">{w.waiting(waiting)}</p>}
    </div>
  );
}

const REASONS = ["timeout", "unreachable", "forbidden", "redirects"] as const;

function reasonOf(error: string | null): string {
  const { reasons, answered } = auditFeedsWords();
  const status = /^status (\d+)$/.exec(error ?? "")?.[1];
  if (status !== undefined) return answered(status);
  return reasons[REASONS.find((one) => one === error) ?? "unreachable"];
}

function NewDestination({ load }: Pick<Props, "load">) {
  const client = useClient();
  const [url, setUrl] = useState("");
  const [from, setFrom] = useState<"now" | "first">("now");
  const w = auditFeedsWords();
  const make = async () => {
    const fields = { url: url.trim(), ...(from === "first" && { after_id: 0 }) };
    const made = await withFreshLogin(client, () => client.api.post<{ secret: string }>(PATH, fields));
    if (made === undefined) return false;
    showSecret(client, made.secret);
    await load();
    return true;
  };
  return (
    <Dialog title={w.rows.destination} submit={w.start} disabled={url.trim() === ""} onSubmit={make}>
      <Field label={w.url} hint={w.urlHint} type="url" value={url} onInput={setUrl} autofocus required />
      <Choice
        label={w.from}
        value={from}
        options={[
          { value: "now", label: w.fromNow },
          { value: "first", label: w.fromFirst },
        ]}
        onChange={setFrom}
      />
    </Dialog>
  );
}

function showSecret(client: Client, secret: string): void {
  const w = auditFeedsWords();
  showOnce(client, { title: w.secretTitle, text: w.secretOnce, fields: { [w.secret]: secret } });
}

async function replaceSecret(client: Client): Promise<void> {
  const w = auditFeedsWords();
  const question = { title: w.replaceAsk, text: w.replaceText, action: w.replaceSecret, danger: true };
  if (!(await confirm(question))) return;
  const changed = await attemptWithLogin(client, () =>
    client.api.patch<{ secret: string }>(PATH, { new_secret: true }),
  );
  if (changed !== undefined) showSecret(client, changed.secret);
}

async function removeDestination(client: Client, load: () => Promise<void>): Promise<void> {
  const w = auditFeedsWords();
  if (!(await confirm({ title: w.endAsk, text: w.endText, action: w.end, danger: true }))) return;
  await attempt(client, () => client.api.delete(PATH), { done: w.ended });
  await load();
}
