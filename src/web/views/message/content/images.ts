import { onDemand } from "../../../loads.ts";
import { messageWords } from "../../../words/message.ts";
import type { ContentSurroundings } from "./enhance.ts";
import { stillUntilLookedAt } from "./moving-pictures.ts";

/** The largest size of a picture in the feed, in CSS pixels. */
const WIDEST = 420;
const HIGHEST = 260;

/** Pictures have their place before they have come, so that nothing moves when they do. */
export function showImages(root: HTMLElement, { animates }: ContentSurroundings): void {
  for (const image of root.querySelectorAll<HTMLImageElement>(".message_inline_image img")) {
    const [width = 0, height = 0] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
    if (width > 0 && height > 0) {
      const scale = Math.min(1, WIDEST / width, HIGHEST / height);
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
    // The text before it says the same.
    link?.removeAttribute("title");
  }
  for (const video of root.querySelectorAll<HTMLVideoElement>(".message_inline_video video")) {
    const link = video.closest("a");
    video.controls = true;
    video.setAttribute("aria-label", messageWords().video(fileName(link)));
    // A film has controls of its own, which do not work within a link.
    link?.replaceWith(video);
  }
}

function showPicture(image: HTMLImageElement, link: HTMLAnchorElement | null): void {
  image.alt = messageWords().picture(fileName(link));
  // Another site may be away, or have no picture there: the link is a text then.
  if (image.getAttribute("src")?.startsWith("/external_content/")) image.onerror = () => image.replaceWith(image.alt);
  if (link !== null) link.onclick = (event) => enlarge(event, link);
}

/** Shows a picture large, unless a new tab or a download is asked for. */
function enlarge(event: MouseEvent, link: HTMLAnchorElement): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  // What has not come is where the link leads.
  if (link.querySelector("img") === null) return;
  event.preventDefault();
  void onDemand().then(
    ({ openLightbox }) => openLightbox(link),
    () => window.open(link.href, "_blank", "noopener"),
  );
}

function fileName(link: HTMLAnchorElement | null): string {
  const title = link?.title;
  if (title !== undefined && title !== "" && !title.includes("/")) return title;
  const last = link?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
