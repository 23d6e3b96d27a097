import "./organization.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { isShorter } from "../../../model/channels/channel-administration.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ChannelId } from "../../../model/ids.ts";
import type { Channel } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { messageRetentionWords } from "../../../words/settings/organization/data.ts";
import { ChannelPicker } from "../../pickers.tsx";
import { lockable, type Setting, SettingGroup, SettingRow, useSaving } from "../rows/setting-row.tsx";
import { realmSettings } from "../rows/setting-sources.ts";
import { channelSettings } from "./channels/channel-settings.ts";

/** Sets how long messages are kept, in the organization and in channels with their own period. */
export function MessageRetention() {
  const client = useClient();
  const state = client.watch("realm", "channels", "account");
  const { value, save, locked } = realmSettings(client).setting("message_retention_days");
  const [added, setAdded] = useState<readonly ChannelId[]>([]);
  const w = messageRetentionWords();
  const own = channelsByName(state).filter((channel) => channel.message_retention_days !== null);
  const listed = [...own, ...added.flatMap((id) => channelById(state, id) ?? [])].filter(
    (channel, at, all) => all.indexOf(channel) === at,
  );
  const others = channelsByName(state).filter((channel) => !listed.includes(channel));
  return (
    <>
      <SettingGroup title={w.organization} hint={w.organizationHint}>
        <RetentionPicker
          label={w.rows.message_retention_days}
          setting={{ value, locked, save: (days) => save(days ?? -1) }}
        />
      </SettingGroup>
      <SettingGroup title={w.rows.channels} hint={w.channelsHint}>
        {listed.length === 0 && <p class="settings-note">{w.allSame}</p>}
        {listed.map((channel) => (
          <ChannelRetention key={channel.stream_id} channel={channel} label={w.change(channel.name)} />
        ))}
        {state.is_owner && (
          <ChannelPicker
            label={w.add}
            quiet
            placeholder={w.add}
            channels={others}
            chosen={[]}
            single
            onChange={([id]) => id !== undefined && setAdded([...added, id])}
          />
        )}
      </SettingGroup>
    </>
  );
}

interface RetentionPickerProps {
  readonly label: string;
  /** In days; null for the organization's period, -1 for unlimited. */
  readonly setting: Setting<number | null>;
  /** The setting's channel, or undefined for the organization. */
  readonly channel?: ChannelId;
}

interface Expiring {
  readonly count: number;
  readonly is_complete: boolean;
  /** Number of the expiring messages that holds keep. Only present for users who manage holds. */
  readonly held?: number;
}

const PERIODS = [30, 90, 365, 730];

/**
 * A field for how long messages are kept. If the user shortens the period, a confirmation shows how many messages would
 * be deleted.
 */
function RetentionPicker({ label, setting, channel }: RetentionPickerProps) {
  const client = useClient();
  const { realm_message_retention_days: inherited } = client.watch("realm");
  const { shown, change, error, isSaved } = useSaving(setting);
  const [other, setOther] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [asked, setAsked] = useState(0);
  const w = messageRetentionWords();

  const choose = async (value: number | null) => {
    setRefused(undefined);
    try {
      if (isShorter(value ?? inherited, shown ?? inherited)) {
        const days = value ?? inherited;
        const fields = { message_retention_days: days, ...(channel !== undefined && { stream_id: channel }) };
        const told = await client.api.get<Expiring>("/realm/expiring_messages", fields);
        const text = (
          <>
            <p>{told.count === 0 ? w.deletesNothing : (told.is_complete ? w.deletes : w.deletesMore)(told.count)}</p>
            {told.held !== undefined && told.held > 0 && <p>{w.held(told.held)}</p>}
            <p>
              {w.laterOn} {w.whenDeleted}
            </p>
          </>
        );
        if (!(await confirm({ title: w.shorterTitle(days), text, action: w.shorten, danger: true }))) return;
      }
      if (await change(value)) setOther(undefined);
    } catch (thrown) {
      setRefused(errorText(thrown));
    } finally {
      // Rerenders the list, which would otherwise still show a period that wasn't saved.
      setAsked((now) => now + 1);
    }
  };
  const periods = [...new Set(shown === null || shown < 0 ? PERIODS : [...PERIODS, shown])].sort((a, b) => a - b);
  const isWhole = other !== undefined && /^[1-9]\d{0,5}$/.test(other.trim());
  return (
    <SettingRow isSaved={isSaved} isChoice>
      <Select
        key={asked}
        label={label}
        {...lockable(setting)}
        error={refused ?? error}
        value={other === undefined ? String(shown) : "other"}
        options={[
          ...(channel === undefined
            ? []
            : [{ value: "null", label: inherited < 0 ? w.inheritForever : w.inherit(inherited) }]),
          { value: "-1", label: w.forEver },
          ...periods.map((days) => ({ value: String(days), label: w.forDays(days) })),
          { value: "other", label: w.otherwise },
        ]}
        onChange={(value) => {
          if (value === "other") return setOther("");
          setOther(undefined);
          void choose(value === "null" ? null : Number(value));
        }}
      />
      {other !== undefined && (
        <form
          class="retention-other"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) void choose(Number(other));
          }}
        >
          <Field
            label={w.days}
            type="number"
            min="1"
            value={other}
            onInput={setOther}
            error={other === "" || isWhole ? undefined : w.daysWrong}
            autofocus
          />
          <Button type="submit" disabled={!isWhole}>
            {w.set}
          </Button>
        </form>
      )}
    </SettingRow>
  );
}

export const ChannelRetention = ({ channel, label }: { readonly channel: Channel; readonly label: string }) => (
  <RetentionPicker
    label={label}
    channel={channel.stream_id}
    setting={channelSettings(useClient(), channel).retention}
  />
);
