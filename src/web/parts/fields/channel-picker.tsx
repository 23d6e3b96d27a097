import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { indexed, ranked } from "../../model/completion/ranked.ts";
import { pickersWords } from "../../words/pickers.ts";
import { ChannelSign } from "../signs/channel-sign.tsx";
import { type Pill, PillInput } from "./pill-input.tsx";

interface PickedChannel {
  readonly id: number;
  readonly name: string;
  readonly color?: string | undefined;
  readonly privacy?: "public" | "private" | "web-public";
}

interface ChannelPickerProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** The text in the field while no channel is chosen. */
  readonly placeholder?: string;
  readonly autofocus?: boolean;
  readonly disabled?: boolean;
  readonly channels: readonly PickedChannel[];
  readonly chosen: readonly number[];
  /** Whether only one channel can be chosen: another one replaces it. */
  readonly single?: boolean;
  readonly onChange: (chosen: readonly number[]) => void;
}

const pillOf = ({ id, name, color, privacy = "public" }: PickedChannel): Pill => ({
  id,
  label: name,
  before: <ChannelSign color={color} privacy={privacy} />,
});

/** A field in which channels are chosen by name. */
export function ChannelPicker({ channels, chosen, single = false, onChange, ...rest }: ChannelPickerProps) {
  const index = useMemo(() => indexed(channels, ({ name }) => [name]), [channels]);
  const byId = useMemo(() => new Map(channels.map((channel) => [channel.id, channel])), [channels]);
  return (
    <PillInput
      placeholder={pickersWords().addChannels}
      {...rest}
      pills={chosen.flatMap((id) => {
        const channel = byId.get(id);
        return channel === undefined ? [] : [pillOf(channel)];
      })}
      search={(typed) => {
        const found = ranked(index, typed, { limit: 8 + chosen.length });
        return found
          .filter(({ id }) => !chosen.includes(id))
          .slice(0, 8)
          .map(pillOf);
      }}
      onAdd={({ id }) => onChange(single ? [Number(id)] : [...chosen, Number(id)])}
      onRemove={({ id }) => onChange(chosen.filter((one) => one !== id))}
    />
  );
}
