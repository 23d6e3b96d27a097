import "./organization.css";
import type { ComponentChildren } from "preact";
import type { WireStatistics } from "../../../../wire-types.ts";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { fileSize } from "../../../words/file-size.ts";
import { listed, number } from "../../../words/format.ts";
import { aboutWords, myMenuWords } from "../../../words/screens.ts";
import { healthWords } from "../../../words/settings/organization/data.ts";
import { fullTime } from "../../../words/time.ts";
import { connectPage } from "../../connect-page.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { nameOfLoginMethod } from "./auth-methods.tsx";

interface Health {
  readonly status: "ok" | "lagging" | "failing";
  readonly reason?: string;
  readonly bulk_store?: {
    readonly failures: number;
    readonly reason?: string;
    readonly comparing: boolean;
    readonly lost: number;
    readonly parked: number;
    readonly size?: { readonly bytes: number; readonly limit: number | null; readonly is_filling: boolean };
  };
  readonly newer?: { readonly version: string; readonly security: boolean; readonly url?: string };
  readonly mail?: { readonly outage?: { readonly began_at: number; readonly reason: string } };
}

type Fact = readonly [name: string, value: ComponentChildren];

/** The server's state, version and features, and its use of storage. */
export function HealthSection() {
  return (
    <>
      <Doing />
      <Server />
      <Storage />
      <Limits />
    </>
  );
}

function Doing() {
  const client = useClient();
  const loaded = useLoaded(() => client.api.get<Health>("/health"));
  const w = healthWords();
  return (
    <SettingGroup title={w.doing}>
      <WhenLoaded of={loaded}>
        {({ status, reason, bulk_store: store, mail, newer }) => (
          <>
            <div class={`health health-${status}`} role="status">
              <Icon name={status === "ok" ? "circle-check" : "triangle-alert"} size={20} />
              <div>
                <p class="health-title">{w.states[status]}</p>
                <p class="settings-note">{w.meanings[status]}</p>
                {(reason ?? store?.reason) !== undefined && <p class="settings-note">{reason ?? store?.reason}</p>}
              </div>
            </div>
            {newer !== undefined && <Newer {...newer} />}
            {store !== undefined && (
              <Facts
                facts={[
                  [w.shipping, shippingOf(store)],
                  [w.failures, number(store.failures)],
                  [w.lost, number(store.lost)],
                  [w.parked, number(store.parked)],
                  ...(store.size === undefined ? [] : [[w.room, roomOf(store.size)] as const]),
                  ...(mail?.outage === undefined ? [] : [[w.email, emailOf(mail.outage)] as const]),
                ]}
              />
            )}
            <div>
              <Button icon="rotate-cw" onClick={() => void loaded.load()}>
                {w.rows.again}
              </Button>
            </div>
          </>
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

/** Announces a version newer than the server's. */
function Newer({ version, security, url }: NonNullable<Health["newer"]>) {
  const w = healthWords();
  return (
    <p>
      {(security ? w.newerFixes : w.newer)(version)}{" "}
      {url !== undefined && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {w.whatsNew}
        </a>
      )}
    </p>
  );
}

/**
 * Describes the state of moving texts to the bulk store. Waiting texts are mentioned only after failures, because there
 * are always some.
 */
function shippingOf({ comparing, failures }: NonNullable<Health["bulk_store"]>): string {
  const w = healthWords();
  if (comparing) return w.comparing;
  return failures > 0 ? w.waiting : w.shipped;
}

function roomOf({ bytes, limit, is_filling }: NonNullable<NonNullable<Health["bulk_store"]>["size"]>): string {
  const w = healthWords();
  const taken = limit === null ? fileSize(bytes) : w.of(fileSize(bytes), fileSize(limit));
  return is_filling ? w.filling(taken) : taken;
}

const emailOf = ({ began_at, reason }: NonNullable<NonNullable<Health["mail"]>["outage"]>): string =>
  healthWords().emailFails(fullTime(began_at), reason);

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="health-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

/** The server's version and enabled features. */
function Server() {
  const state = useClient().watch("realm");
  const w = healthWords();
  const methods = Object.entries(state.realm_authentication_methods).filter(([, { enabled }]) => enabled);
  const onOff = (is: boolean) => (is ? w.on : w.off);
  return (
    <SettingGroup title={w.server}>
      <Facts
        facts={[
          [w.address, state.realm_url],
          [aboutWords().version, state.svc_build],
          [aboutWords().protocol, state.zulip_version],
          [w.level, number(state.zulip_feature_level)],
          [w.logins, listed(methods.map(([name]) => nameOfLoginMethod(name)))],
          [w.pushes, onOff(state.realm_push_notifications_enabled)],
          [w.public, onOff(state.server_web_public_streams_enabled)],
        ]}
      />
      <p>
        <a href={connectPage()}>{myMenuWords().connectApps}</a> · <a href="/api/v1/openapi.json">{w.api}</a>
      </p>
    </SettingGroup>
  );
}

const MIB = 1_048_576;

function Storage() {
  const client = useClient();
  const { realm_upload_quota_mib: quota } = client.watch("realm");
  const loaded = useLoaded(() => client.api.get<WireStatistics>("/realm/statistics", { days: 1 }));
  const w = healthWords();
  return (
    <SettingGroup title={w.storage}>
      <WhenLoaded of={loaded}>
        {({ upload_bytes, database_bytes }) => (
          <Facts
            facts={[
              [w.files, quota === null ? fileSize(upload_bytes) : w.of(fileSize(upload_bytes), fileSize(quota * MIB))],
              [w.database, fileSize(database_bytes)],
            ]}
          />
        )}
      </WhenLoaded>
    </SettingGroup>
  );
}

function Limits() {
  const state = useClient().watch("realm");
  const w = healthWords();
  const mib = (value: number) => fileSize(value * MIB);
  return (
    <SettingGroup title={w.limits} hint={w.limitsHint}>
      <Facts
        facts={[
          [w.message, w.characters(state.max_message_length)],
          [w.topic, w.characters(state.max_topic_length)],
          [w.channel, w.characters(state.max_stream_name_length)],
          [w.file, mib(state.max_file_upload_size_mib)],
          [w.avatar, mib(state.max_avatar_file_size_mib)],
          [w.icon, mib(state.max_icon_file_size_mib)],
        ]}
      />
    </SettingGroup>
  );
}
