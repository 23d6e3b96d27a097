import { type Page, type PageContext, page } from "../../../api/page.ts";
import { imagePage } from "../../files/storage/image-page.ts";
import { MEDIUM, SMALL } from "../../files/storage/pictures/made-files.ts";
import { avatarKey } from "../../organization/accounts/avatars.ts";

/** Redirects to the URL of the current avatar, which changes with the picture. */
async function redirect({ call, variables }: PageContext, size: "avatar_url" | "avatar_url_medium"): Promise<Response> {
  const answer = await call(`GET /avatar/${encodeURIComponent(variables["who"] ?? "")}`);
  if (!answer.ok) return answer;
  const found = await answer.json<Record<string, string>>();
  return new Response(null, { status: 302, headers: { Location: found[size] ?? "", "Cache-Control": "private" } });
}

export const avatarPages: readonly Page[] = [
  page("GET /avatar/:who", (context) => redirect(context, "avatar_url"), { crossOrigin: true }),
  page("GET /avatar/:who/medium", (context) => redirect(context, "avatar_url_medium"), { crossOrigin: true }),
  imagePage("GET /user_avatars/:realm_id/:file", ({ realm_id = "", file = "" }) => ({
    key: avatarKey(realm_id, file.replace(/(-medium)?\.png$/, "")),
    size: file.endsWith("-medium.png") ? MEDIUM : SMALL,
  })),
];
