import { loadDeferred } from "../../loads.ts";
import { decodePercents } from "../../model/addresses/address.ts";
import { PICTURE_LINK, PICTURE_NAME } from "../../model/formatting/picture-classes.ts";
import { messageWords } from "../../words/feed.ts";
import { beside } from "./beside.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

/** Previews of linked images and videos, and uploaded images within the text. */
const PICTURES = ".message_inline_image img, img.inline-image";

/** Largest usual size of an image in the feed, in CSS pixels. Organizations can choose a larger one. */
const MAX_WIDTH = 420;
const MAX_HEIGHT = 260;

/** Prepares images and videos. Each gets its final size before it loads, so that nothing moves. */
export function showImages(root: HTMLElement, { animates, mediaSize }: ContentSurroundings): void {
  const [widest, highest] = [(MAX_WIDTH * mediaSize) / 100, (MAX_HEIGHT * mediaSize) / 100];
  for (const image of root.querySelectorAll<HTMLImageElement>("img.inline-image")) linkToOriginal(image);
  coverNames(root);
  for (const image of root.querySelectorAll<HTMLImageElement>(PICTURES)) {
    const [width = 0, height = 0] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
    if (width > 0 && height > 0) {
      const scale = Math.min(1, widest / width, highest / height);
      image.width = Math.max(1, Math.round(width * scale));
      image.height = Math.max(1, Math.round(height * scale));
      image.style.aspectRatio = `${width} / ${height}`;
    }
    image.loading = "lazy";
    image.decoding = "async";
    const link = image.closest("a");
    if (image.dataset["animated"] === "true") stillUntilLookedAt(image, link ?? image, animates);
    if (image.closest(".youtube-video, .vimeo-video") === null) showPicture(image, link);
    else image.alt = messageWords().video(link?.title || (link?.hostname ?? ""));
    // The title repeats the text of the preceding link.
    link?.removeAttribute("title");
  }
  for (const video of root.querySelectorAll<HTMLVideoElement>(".message_inline_video video")) {
    const link = video.closest("a");
    video.controls = true;
    video.setAttribute("aria-label", messageWords().video(fileName(link)));
    // A video's controls don't work within a link.
    link?.replaceWith(video);
  }
}

/**
 * Moves the names of uploaded images onto the images, where they are shown on demand. Only affects names on separate
 * lines right before the images; other files' names and text stay in place.
 */
function coverNames(root: HTMLElement): void {
  const pictures = [...root.querySelectorAll<HTMLAnchorElement>(".message_inline_image > a")];
  const ofName = ({ href }: HTMLAnchorElement) => pictures.find((picture) => picture.href === href);
  for (const paragraph of new Set(pictures.map((picture) => textBefore(picture)))) {
    if (paragraph?.tagName !== "P") continue;
    for (const name of paragraph.querySelectorAll<HTMLAnchorElement>(":scope > a")) {
      const picture = ofName(name);
      const [before, after] = [beside(name, "previousSibling"), beside(name, "nextSibling")];
      const isAlone = [before, after].every((node) => node === null || node.nodeName === "BR");
      if (picture === undefined || !isAlone || !name.pathname.startsWith("/user_uploads/")) continue;
      (after ?? before)?.remove();
      name.classList.add(PICTURE_NAME);
      picture.before(name);
    }
    if (paragraph.childElementCount === 0 && paragraph.textContent?.trim() === "") paragraph.remove();
  }
}

/** Returns the element before a row of images. */
function textBefore(picture: HTMLElement): Element | null {
  let before = picture.parentElement?.previousElementSibling ?? null;
  while (before?.classList.contains("message_inline_image")) before = before.previousElementSibling;
  return before;
}

/** Wraps an image within the text in a link to the uploaded file, as image previews have. */
function linkToOriginal(image: HTMLImageElement): void {
  const link = document.createElement("a");
  link.className = PICTURE_LINK;
  link.href = image.dataset["originalSrc"] ?? image.src;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = image.alt;
  image.dataset["name"] = image.alt;
  image.replaceWith(link);
  link.append(image);
}

function showPicture(image: HTMLImageElement, link: HTMLAnchorElement | null): void {
  image.alt = messageWords().picture(fileName(link));
  // If an image from another site can't be loaded, its alternative text is shown instead.
  if (image.getAttribute("src")?.startsWith("/external_content/")) image.onerror = () => image.replaceWith(image.alt);
  if (link !== null) link.onclick = (event) => enlarge(event, link);
}

/** Shows an image in the lightbox, unless a modifier key or another mouse button requests a new tab or a download. */
function enlarge(event: MouseEvent, link: HTMLAnchorElement): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  // An image that couldn't be loaded opens as a link.
  if (link.querySelector("img") === null) return;
  event.preventDefault();
  void loadDeferred().then(
    ({ openLightbox }) => openLightbox(link),
    () => window.open(link.href, "_blank", "noopener"),
  );
}

function fileName(link: HTMLAnchorElement | null): string {
  const title = link?.title;
  if (title !== undefined && title !== "" && !title.includes("/")) return title;
  const last = link?.pathname.split("/").at(-1) ?? "";
  return decodePercents(last) ?? last;
}

/** The part of a thumbnail's URL that makes it animated. Without it, the image is still. */
const MOVING = /-anim(?=\.webp$)/;

/** Stops an animation permanently or until it is hovered or focused, depending on user and system settings. */
function stillUntilLookedAt(
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
