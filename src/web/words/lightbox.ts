import { catalog } from "./catalog.ts";
import { number } from "./format.ts";

export const lightboxWords = catalog("lightbox", {
  count: (at: number, of: number) => (of > 1 ? `${number(at)} of ${number(of)}` : ""),
  previous: "Previous picture",
  next: "Next picture",
  zoom: "Full size",
  download: "Download",
});
