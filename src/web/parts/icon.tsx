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

/** The path data of an icon; "" until the icons that are loaded later are there. */
function pathOf(name: IconName): string {
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

/** The icons that point in the direction of reading: they are mirrored where text runs from right to left. */
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

/** A drawing that screen readers skip: the button or text around it says what it means. */
export const Icon = ({ name, size }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class={TURNED.has(name) ? "icon icon-turned" : "icon"}
    viewBox="0 0 24 24"
    width={size ?? 16}
    height={size ?? 16}
    aria-hidden="true"
  >
    <path d={pathOf(name)} />
  </svg>
);
