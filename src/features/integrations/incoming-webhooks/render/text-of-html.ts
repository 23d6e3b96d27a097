const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
};

/** Extracts the text from a service's HTML, keeping paragraphs and lines and dropping all other markup. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, "\n")
    .replace(/<li\b[^<>]*>/gi, "* ")
    .replace(/<[a-z/!][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39|#x27);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
