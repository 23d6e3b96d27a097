/** A preview that can be shown for a URL without fetching it. */
interface ExternalPreview {
  readonly kind: "image" | "video" | "youtube";
  /** URL of the picture or video itself. */
  readonly media: string;
  readonly id?: string;
}

const imageName = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const videoName = /\.(?:mp4|mov|webm)$/i;
const youtubeHost = /^(?:(?:m|music|www)\.)?youtube(?:-nocookie)?\.com$/;

const vimeoPath = /^\/(?:channels\/(?:\w+\/)?|groups\/[^/]+\/videos\/)?(\d{1,20})\/?$/;

/** Returns the id of a Vimeo video. The URL of its thumbnail can't be derived from the id. */
export function vimeoId(address: string): string | undefined {
  const url = URL.parse(address);
  return url !== null && /^(?:www\.)?vimeo\.com$/.test(url.hostname) ? vimeoPath.exec(url.pathname)?.[1] : undefined;
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  let id: string | undefined;
  if (hostname === "youtu.be") id = pathname.slice(1);
  else if (youtubeHost.test(hostname)) {
    if (pathname === "/watch" || pathname === "/watch_popup") id = searchParams.get("v") ?? undefined;
    else if (pathname === "/watch_videos") id = searchParams.get("video_ids")?.split(",")[0];
    else id = /^\/(?:embed|live|shorts|v)\/([^/]*)/.exec(pathname)?.[1];
  }
  return id !== undefined && /^[\w-]{1,50}$/.test(id) ? id : undefined;
}

/** Returns the URL of the image itself if it can be derived from the URL of a page about it. */
function imageAddress(url: URL): string {
  const { hostname, pathname } = url;
  if (hostname === "github.com") {
    const [, owner, repository, blob, ...path] = pathname.split("/");
    if (blob === "blob") return ["https://raw.githubusercontent.com", owner, repository, ...path].join("/");
  }
  if (hostname.endsWith(".wikipedia.org") && pathname.startsWith("/wiki/File:")) {
    return `${url.origin}/wiki/Special:FilePath/${pathname.slice("/wiki/".length)}`;
  }
  return url.href;
}

export function externalPreview(address: string): ExternalPreview | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const youtube = youtubeId(url);
  if (youtube !== undefined) {
    return { kind: "youtube", media: `https://i.ytimg.com/vi/${youtube}/mqdefault.jpg`, id: youtube };
  }
  if (videoName.test(url.pathname)) return { kind: "video", media: url.href };
  if (imageName.test(url.pathname)) return { kind: "image", media: imageAddress(url) };
  return undefined;
}
