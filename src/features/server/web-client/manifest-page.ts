import { type PageContext, page } from "../../../api/page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { notFoundFailure } from "../../../protocol/envelope.ts";
import { directionOf } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";

const manifestWords = words("manifest", {
  about: "Messages and calls in {organization}",
  inbox: "Inbox",
  recent: "Recent conversations",
  mentions: "Mentions",
});

/** Manifest for installing the client as an app. Each organization is a separate app, in the user's language. */
export const manifestPage = page("GET /manifest.webmanifest", async (context: PageContext) => {
  const organization = await pageOrganization(context);
  if (organization === undefined) return notFoundFailure();
  const { language } = context;
  const { about, ...places } = manifestWords[language];
  const shortcut = (name: keyof typeof places, url: string) => ({
    name: places[name],
    url,
    icons: [icon(`shortcut-${name}-96`, 96)],
  });
  const manifest = {
    id: "/",
    name: organization.name,
    short_name: organization.name,
    description: about(organization.name),
    lang: language,
    dir: directionOf(language),
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#f5f6f4",
    shortcuts: [
      shortcut("inbox", "/#inbox"),
      shortcut("recent", "/#recent"),
      shortcut("mentions", "/#narrow/is/mentioned"),
    ],
    // Handled by the service worker (src/web/sw-share.ts).
    share_target: {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        ...{ title: "title", text: "text", url: "url" },
        files: [{ name: "files", accept: ["image/*", "video/*", "audio/*", "text/*", "application/*"] }],
      },
    },
    icons: [
      { src: "/static/icon.svg", sizes: "any", type: "image/svg+xml" },
      icon("icon-192", 192),
      icon("icon-512", 512),
      { ...icon("maskable-512", 512), purpose: "maskable" },
    ],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "no-store" },
  });
});

/** A file in src/web/icons. */
const icon = (name: string, size: number) => ({
  src: `/static/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
});
