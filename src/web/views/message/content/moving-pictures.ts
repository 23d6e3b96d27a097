import type { ContentSurroundings } from "./enhance.ts";

/** The part of a thumbnail's address by which it moves; without it, it is the same picture, and still. */
const MOVING = /-anim(?=\.webp$)/;

/** An animation stands still, for ever or until it is pointed at or focused, as its reader and their system want it. */
export function stillUntilLookedAt(
  image: HTMLImageElement,
  around: HTMLElement,
  animates: ContentSurroundings["animates"],
): void {
  const moving = image.src;
  const still = moving.replace(MOVING, "");
  if (still === moving || animates === "always") return;
  const show = (src: string) => () => {
    image.src = src;
  };
  show(still)();
  if (animates === "never") return;
  for (const begins of ["pointerenter", "focus"]) around.addEventListener(begins, show(moving));
  for (const ends of ["pointerleave", "blur"]) around.addEventListener(ends, show(still));
}
