import { type Page, page } from "../../../../api/page.ts";
import { textResponse } from "../../../../protocol/text-response.ts";
import { DAY } from "../../../../util/time.ts";

const svg = (size: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`;

/** In dark mode, shapes drawn in the text color become light. */
const INK = "<style>path,circle{fill:#1f2328}@media(prefers-color-scheme:dark){path,circle{fill:#f0f3f6}}</style>";
const LINE =
  "<style>*{fill:none;stroke:#57606a;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}@media(prefers-color-scheme:dark){*{stroke:#b7bfc7}}</style>";

const ICONS: Readonly<Record<string, string>> = {
  google: svg(
    48,
    '<path fill="#ea4335" d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"/><path fill="#4285f4" d="M47 24.6c0-1.6-.2-3.2-.4-4.6H24v9h12.9c-.6 3-2.3 5.5-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"/><path fill="#fbbc05" d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2A24 24 0 0 0 0 24c0 3.9.9 7.5 2.6 10.8z"/><path fill="#34a853" d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.4-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-7.9 6.2C6.5 42.6 14.6 48 24 48z"/>',
  ),
  microsoft: svg(
    22,
    '<path fill="#f25022" d="M0 0h10.5v10.5H0z"/><path fill="#7fba00" d="M11.5 0H22v10.5H11.5z"/><path fill="#00a4ef" d="M0 11.5h10.5V22H0z"/><path fill="#ffb900" d="M11.5 11.5H22V22H11.5z"/>',
  ),
  gitlab: svg(
    24,
    '<path fill="#fc6d26" d="m23.6 9.6-3.3-8.6a.9.9 0 0 0-1.6.1l-2.2 6.6H7.5L5.3 1.1A.9.9 0 0 0 3.7 1L.4 9.6a6 6 0 0 0 2 7l5 3.8 2.5 1.8 1.5 1.2a1 1 0 0 0 1.2 0l1.5-1.2 2.5-1.8 5-3.8a6 6 0 0 0 2-7z"/>',
  ),
  github: svg(
    16,
    `${INK}<path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z"/>`,
  ),
  okta: svg(24, '<circle cx="12" cy="12" r="8.5" fill="none" stroke="#007dc1" stroke-width="6"/>'),
  keycloak: svg(
    24,
    '<path fill="#4d9ac9" d="M6.5 2h11L23 12l-5.5 10h-11L1 12z"/><path fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="m10 7.5-2.6 4.5L10 16.5m4-9 2.6 4.5-2.6 4.5"/>',
  ),
  openid: svg(24, `${LINE}<circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.3 8.2-8.2m-3.5 3.5 3 3"/>`),
};

/** An SVG image that is opened directly must not run scripts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

export const loginIcons: readonly Page[] = Object.entries(ICONS).map(([name, picture]) =>
  page(
    `GET /static/login/${name}.svg`,
    () =>
      textResponse(picture, {
        headers: {
          "content-type": "image/svg+xml; charset=utf-8",
          "cache-control": `public, max-age=${DAY}`,
          "content-security-policy": POLICY,
        },
      }),
    { crossOrigin: true },
  ),
);
