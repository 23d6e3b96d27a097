import { words } from "../../../words/words.ts";

/** The largest size of a picture in the feed, in CSS pixels. */
const WIDEST = 420;
const HIGHEST = 260;

/** Pictures have their place before they have come, so that nothing moves when they do. */
export function showImages(root: HTMLElement): void {
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
    image.alt = words().message.picture(fileName(link));
    // The text before it says the same.
    link?.removeAttribute("title");
    if (link !== null) link.onclick = (event) => enlarge(event, link);
  }
  for (const video of root.querySelectorAll<HTMLVideoElement>(".message_inline_video video")) {
    const link = video.closest("a");
    video.controls = true;
    video.setAttribute("aria-label", words().message.video(fileName(link)));
    // A film has controls of its own, which do not work within a link.
    link?.replaceWith(video);
  }
}

/** Shows a picture large, unless a new tab or a download is asked for. */
function enlarge(event: MouseEvent, link: HTMLAnchorElement): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const load = import("../lightbox.tsx");
  void load.then(
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
