import "./icon.css";
import { iconPaths } from "./icon-paths.ts";

export type IconName = keyof typeof iconPaths;

/** What points along the line of reading: it is turned where text runs from right to left. */
const TURNED: ReadonlySet<IconName> = new Set([
  "arrow-left",
  "arrow-right",
  "chevron-left",
  "chevron-right",
  "corner-up-right",
  "forward",
  "reply",
  "undo-2",
  "rotate-cw",
  "send-horizontal",
  "log-out",
  "external-link",
  "panel-right",
  "list",
]);

/** A drawing without a name of its own: the button or text around it says what it means. */
export const Icon = ({ name, size }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class={TURNED.has(name) ? "icon icon-turned" : "icon"}
    viewBox="0 0 24 24"
    width={size ?? 16}
    height={size ?? 16}
    aria-hidden="true"
  >
    <path d={iconPaths[name]} />
  </svg>
);
