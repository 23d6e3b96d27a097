import "./icon.css";
import { signal } from "@preact/signals";
import { afterPaint, loadDeferred } from "../loads.ts";
import { iconPaths } from "./icon-paths.ts";
import type { moreIconPaths } from "./more-icon-paths.ts";

type FirstName = keyof typeof iconPaths;
type LaterName = keyof typeof moreIconPaths;
export type IconName = FirstName | LaterName;

const more = signal<typeof moreIconPaths | undefined>(undefined);
let isAsked = false;

const isFirst = (name: IconName): name is FirstName => name in iconPaths;

/** Returns an icon's path data, or "" until the deferred icons have loaded. */
function iconPath(name: IconName): string {
  if (isFirst(name)) return iconPaths[name];
  if (!isAsked) {
    isAsked = true;
    void afterPaint()
      .then(loadDeferred)
      .then(
        ({ moreIconPaths }) => {
          more.value = moreIconPaths;
        },
        () => {
          isAsked = false;
        },
      );
  }
  return more.value?.[name] ?? "";
}

/** Icons that point in the reading direction. They are mirrored in right-to-left text. */
const TURNED: ReadonlySet<IconName> = new Set([
  "arrow-left",
  "arrow-right",
  "chevron-left",
  "chevron-right",
  "corner-up-right",
  "forward",
  "reply",
  "undo-2",
  "send-horizontal",
  "log-in",
  "log-out",
  "external-link",
  "panel-right",
  "list",
]);

/** An icon. Screen readers skip it, because the button or text around it has a name. */
export const Icon = ({ name, size }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class={TURNED.has(name) ? "icon icon-turned" : "icon"}
    viewBox="0 0 24 24"
    width={size ?? 16}
    height={size ?? 16}
    aria-hidden="true"
  >
    <path d={iconPath(name)} />
  </svg>
);
