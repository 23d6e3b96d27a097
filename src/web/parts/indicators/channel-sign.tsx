import "./channel-sign.css";
import { useId } from "preact/hooks";
import { pickersWords } from "../../words/people.ts";
import { Icon } from "../icon.tsx";

interface ChannelSignProps {
  /** The user's color for the channel, such as "#76ce90". */
  readonly color?: string | undefined;
  readonly privacy?: "public" | "private" | "web-public";
  readonly size?: number;
}

/** The icon before a channel's name: a hash, a lock if private, a globe if readable by anyone on the web. */
export const ChannelSign = ({ color, privacy = "public", size = 15 }: ChannelSignProps) => (
  <span class="channel-sign" style={color === undefined ? undefined : { "--color": color }}>
    <Icon name={privacy === "private" ? "lock" : privacy === "web-public" ? "globe" : "hash"} size={size} />
  </span>
);

/** Colors that can be told apart in both themes. */
const COLORS = [
  "#1d7f63",
  "#3f8fbf",
  "#4a6fa5",
  "#6f63b8",
  "#9a5aa8",
  "#c2568a",
  "#c0504a",
  "#b4613d",
  "#a87f1d",
  "#6f8a2c",
  "#3d8a8f",
  "#6b7770",
] as const;

interface ColorPickerProps {
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** A control for choosing a channel's color: one of twelve, or any other. */
export function ColorPicker({ value, onChange }: ColorPickerProps) {
  const name = useId();
  const chosen = value.toLowerCase();
  return (
    <fieldset class="color-picker">
      <legend class="field-label">{pickersWords().color}</legend>
      {COLORS.map((color, index) => (
        <label key={color} class="color-choice">
          <input
            type="radio"
            name={name}
            checked={color === chosen}
            aria-label={pickersWords().colors[index] ?? color}
            onChange={() => onChange(color)}
          />
          <ChannelSign color={color} size={18} />
        </label>
      ))}
      <label class="color-choice">
        <input
          type="color"
          value={value}
          aria-label={pickersWords().otherColor}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </fieldset>
  );
}
