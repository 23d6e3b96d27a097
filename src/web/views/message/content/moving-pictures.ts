import type { ContentSurroundings } from "./content-surroundings.ts";

/** The part of a thumbnail's address that animates it; without it, the address leads to a still picture. */
const MOVING = /-anim(?=\.webp$)/;

/** Stops an animation, always or until it is hovered or focused, as the user's settings and system want it. */
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
