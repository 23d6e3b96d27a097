import type { Translation } from "../catalog.ts";
import { number } from "../format.ts";
import type { lightboxWords } from "../lightbox.ts";

export const lightbox: Translation<typeof lightboxWords> = {
  count: (at, of) => (of > 1 ? `${number(at)} von ${number(of)}` : ""),
  previous: "Voriges Bild",
  next: "Nächstes Bild",
  zoom: "Volle Größe",
  download: "Herunterladen",
};
