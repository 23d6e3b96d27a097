import type { LinkCard } from "../../../src/markup/index.ts";
import { inlineImage, link, outsidePreview, preview, proxied, type Table } from "../../support/markup.ts";

/** Returns the bare URL of an uploaded picture, its link, and its preview. */
const pictureNamed = (name: string) => {
  const address = `https://chat.example/user_uploads/2/ab/x/${name}`;
  return { name, address, linked: link(`/user_uploads/2/ab/x/${name}`, address), shown: preview(name, address) };
};
const { address: picture, linked, shown } = pictureNamed("a.png");
const other = pictureNamed("1.png");
const upload = "/user_uploads/2/ab/x/a.png";

export const previews: Table = {
  title: "previews",
  cases: [
    ["a picture's address alone", picture, shown],
    ["a picture's address in a text", `see ${picture}`, `<p>see ${linked}</p>\n${shown}`],
    ["a named link", `[name](${picture})`, `<p>${link(upload, "name")}</p>\n${preview("a.png", "name")}`],
    ["a query after the name", `${picture}?c=d`, preview("a.png", `${picture}?c=d`, "?c=d")],
    [
      "two pictures in a paragraph",
      `${picture} and ${other.address}`,
      `<p>${linked} and ${other.linked}</p>\n${shown}${other.shown}`,
    ],
    ["each picture once", `${picture}\n${picture}`, `<p>${linked}<br>\n${linked}</p>\n${shown}`],
    ["a picture between paragraphs", `a\n\n${picture}\n\nb`, `<p>a</p>\n${shown}<p>b</p>`],
    ["in a list item", `* a ${picture}\n* b`, `<ul>\n<li>a ${linked}${shown}</li>\n<li>b</li>\n</ul>`],
    ["alone in a list item", `* ${picture}`, `<ul>\n<li>${shown}</li>\n</ul>`],
    [
      "in an item with paragraphs",
      `* a ${picture}\n\n* b`,
      `<ul>\n<li>\n<p>a ${linked}</p>\n${shown}</li>\n<li>\n<p>b</p>\n</li>\n</ul>`,
    ],
    [
      "before a nested list",
      `* a ${picture}\n  * b`,
      `<ul>\n<li>a ${linked}<ul>\n<li>b</li>\n</ul>\n${shown}</li>\n</ul>`,
    ],
    ["in a quote there is none", `> ${picture}`, `<blockquote>\n<p>${linked}</p>\n</blockquote>`],
    ["quoted and not quoted", `> ${picture}\n\n${picture}`, `<blockquote>\n<p>${linked}</p>\n</blockquote>\n${shown}`],
    ["in code there is none", `\`${picture}\``, `<p><code>${picture}</code></p>`],
    [
      "in a spoiler",
      `\`\`\`spoiler a\nb ${picture}\n\`\`\``,
      `<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>b ${linked}</p>\n${shown}</div></div>`,
    ],
    [
      "in a table they stand at the end",
      `a|b\n-|-\n${picture}|c\n\nd`,
      `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${linked}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n<p>d</p>\n${shown}`,
    ],
    ["in strong", `**${picture}**`, `<p><strong>${linked}</strong></p>\n${shown}`],
    [
      "24 pictures",
      pictures(24, ({ address }) => address).join(" "),
      `<p>${pictures(24, (each) => each.linked).join(" ")}</p>\n${pictures(24, (each) => each.shown).join("")}`,
    ],
    [
      "25 pictures have none",
      pictures(25, ({ address }) => address).join(" "),
      `<p>${pictures(25, (each) => each.linked).join(" ")}</p>`,
    ],
    ["an upload", `[a.png](${upload})`, `<p>${link(upload, "a.png")}</p>\n${preview("a.png", "a.png")}`],
    [
      "an upload by the realm's address",
      `[a.png](https://chat.example${upload})`,
      `<p>${link(upload, "a.png")}</p>\n${preview("a.png", "a.png")}`,
    ],
    ["an upload in a quote", `> [a.png](${upload})`, `<blockquote>\n<p>${link(upload, "a.png")}</p>\n</blockquote>`],
    [
      "an upload that moves",
      "[m](/user_uploads/2/ab/x/moving.gif)",
      `<p>${link("/user_uploads/2/ab/x/moving.gif", "m")}</p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/x/moving.gif" title="m"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="100x80" src="/user_uploads/thumbnail/2/ab/x/moving.gif/840x560-anim.webp"></a></div>`,
    ],
    [
      "an uploaded film",
      "[f](/user_uploads/2/ab/x/film.mp4)",
      `<p>${link("/user_uploads/2/ab/x/film.mp4", "f")}</p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/x/film.mp4" title="f"><video preload="metadata" src="/user_uploads/2/ab/x/film.mp4"></video></a></div>`,
    ],
    [
      "an uploaded sound",
      "[song.mp3](/user_uploads/2/ab/x/song.mp3)",
      '<p><audio controls="" preload="metadata" src="/user_uploads/2/ab/x/song.mp3" title="song.mp3"></audio></p>',
    ],
    [
      "another upload is a link",
      "[d](/user_uploads/2/ab/x/d.pdf)",
      `<p>${link("/user_uploads/2/ab/x/d.pdf", "d")}</p>`,
    ],
    ["mail has none", "a@b.com", `<p>${link("mailto:a@b.com", "a@b.com")}</p>`],
  ],
};

const inline = inlineImage("a.png", "alt");
const written = `![alt](${upload})`;

export const inlineImages: Table = {
  title: "uploaded pictures that are written as pictures",
  cases: [
    ["alone in a paragraph", written, `<p>${inline}</p>`],
    ["within a text", `see ${written}, there`, `<p>see ${inline}, there</p>`],
    ["right after a word", `see!${written}`, `<p>see!${inline}</p>`],
    ["by the realm's address", `![alt](${picture})`, `<p>${inline}</p>`],
    ["without a text", `![](${upload})`, `<p>${inlineImage("a.png", "")}</p>`],
    ["a text is no markup", `![**b** "c"](${upload})`, `<p>${inlineImage("a.png", "**b** &quot;c&quot;")}</p>`],
    ["with a title, which is left out", `![alt](${upload} "title")`, `<p>${inline}</p>`],
    ["several", `${written} ${written}\n${written}`, `<p>${inline} ${inline}<br>\n${inline}</p>`],
    ["in a list item", `* a ${written}\n* b`, `<ul>\n<li>a ${inline}</li>\n<li>b</li>\n</ul>`],
    ["in a quote", `> ${written}`, `<blockquote>\n<p>${inline}</p>\n</blockquote>`],
    ["in a heading", `# a ${written}`, `<h1>a ${inline}</h1>`],
    [
      "in a table",
      `a|b\n-|-\n${written}|c`,
      `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${inline}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>`,
    ],
    [
      "in a spoiler",
      `\`\`\`spoiler ${written}\n${written}\n\`\`\``,
      `<div class="spoiler-block"><div class="spoiler-header">\n<p>${inline}</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>${inline}</p>\n</div></div>`,
    ],
    ["in strong", `**${written}**`, `<p><strong>${inline}</strong></p>`],
    ["in code there is none", `\`${written}\``, `<p><code>${written}</code></p>`],
    ["escaped it is a link", `\\${written}`, `<p>!${link(upload, "alt")}</p>\n${preview("a.png", "alt")}`],
    [
      "a link to the same picture has no preview",
      `[alt](${upload})\n\n${written}`,
      `<p>${link(upload, "alt")}</p>\n<p>${inline}</p>`,
    ],
    [
      "a link to another picture has one",
      `${written} ${other.address}`,
      `<p>${inline} ${other.linked}</p>\n${other.shown}`,
    ],
    [
      "more than 24 are shown, and leave links their previews",
      `${pictures(25, ({ address }) => `![](${address})`).join(" ")} ${picture}`,
      `<p>${pictures(25, ({ name }) => inlineImage(name, "")).join(" ")} ${linked}</p>\n${shown}`,
    ],
    [
      "one that moves",
      "![m](/user_uploads/2/ab/x/moving.gif)",
      '<p><img alt="m" class="inline-image" data-original-dimensions="100x80" data-original-content-type="image/gif" data-animated="true" data-original-src="/user_uploads/2/ab/x/moving.gif" src="/user_uploads/thumbnail/2/ab/x/moving.gif/840x560-anim.webp"></p>',
    ],
    [
      "a film is a sign and a link, with its preview",
      "![f](/user_uploads/2/ab/x/film.mp4)",
      `<p>!${link("/user_uploads/2/ab/x/film.mp4", "f")}</p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/x/film.mp4" title="f"><video preload="metadata" src="/user_uploads/2/ab/x/film.mp4"></video></a></div>`,
    ],
    [
      "a sound is its player",
      "![song.mp3](/user_uploads/2/ab/x/song.mp3)",
      '<p><audio controls="" preload="metadata" src="/user_uploads/2/ab/x/song.mp3" title="song.mp3"></audio></p>',
    ],
    [
      "another upload is a sign and a link",
      "![d](/user_uploads/2/ab/x/d.pdf)",
      `<p>!${link("/user_uploads/2/ab/x/d.pdf", "d")}</p>`,
    ],
    [
      "a picture elsewhere is a sign and a link, with its preview",
      "![a](https://a.example/b.png)",
      `<p>!${link("https://a.example/b.png", "a")}</p>\n${outsidePreview("https://a.example/b.png", "a")}`,
    ],
    [
      "an upload of another host is a sign and a link",
      `![a](https://b.example${upload})`,
      `<p>!${link(`https://b.example${upload}`, "a")}</p>\n${outsidePreview(`https://b.example${upload}`, "a")}`,
    ],
  ],
};

export const withoutPreviews: Table = {
  title: "previews where they are off",
  names: { uploadPreview: () => undefined },
  cases: [
    ["a picture's address", picture, `<p>${linked}</p>`],
    ["an upload", `[a.png](${upload})`, `<p>${link(upload, "a.png")}</p>`],
    ["a picture that is written as one", `![a](${upload})`, `<p>!${link(upload, "a")}</p>`],
    [
      "an uploaded sound",
      "[song.mp3](/user_uploads/2/ab/x/song.mp3)",
      `<p>${link("/user_uploads/2/ab/x/song.mp3", "song.mp3")}</p>`,
    ],
  ],
};

const outside = "https://a.example/b.png";

export const elsewhere: Table = {
  title: "pictures and films elsewhere on the web",
  cases: [
    ["a picture's address alone", outside, outsidePreview(outside)],
    ["a picture's address in a text", `see ${outside}`, `<p>see ${link(outside)}</p>\n${outsidePreview(outside)}`],
    ["a named picture", `[name](${outside})`, `<p>${link(outside, "name")}</p>\n${outsidePreview(outside, "name")}`],
    [
      "a picture's domain without a scheme",
      "a.com/b.png",
      `<p>${link("http://a.com/b.png", "a.com/b.png")}</p>\n${outsidePreview("http://a.com/b.png", "a.com/b.png")}`,
    ],
    ...["bmp", "gif", "jpe", "jpeg", "jpg", "PNG", "webp"].map(
      (type) => [`a ${type}`, `https://a.example/b.${type}`, outsidePreview(`https://a.example/b.${type}`)] as const,
    ),
    ["a query after the name", `${outside}?c=d`, outsidePreview(`${outside}?c=d`)],
    ["an SVG has none", "https://a.example/b.svg", `<p>${link("https://a.example/b.svg")}</p>`],
    ["a page has none", "https://a.example/b", `<p>${link("https://a.example/b")}</p>`],
    ["in a quote there is none", `> ${outside}`, `<blockquote>\n<p>${link(outside)}</p>\n</blockquote>`],
    [
      "24 pictures",
      many(24).join(" "),
      `<p>${many(24)
        .map((one) => link(one))
        .join(" ")}</p>\n${many(24)
        .map((one) => outsidePreview(one))
        .join("")}`,
    ],
    [
      "25 pictures have none",
      many(25).join(" "),
      `<p>${many(25)
        .map((one) => link(one))
        .join(" ")}</p>`,
    ],
    ...["mp4", "mov", "webm"].map((type) => {
      const film = `https://a.example/b.${type}`;
      const shown = `<video preload="metadata" src="${proxied(film)}"></video>`;
      return [
        `a ${type} film`,
        film,
        `<div class="message_inline_image message_inline_video"><a href="${film}">${shown}</a></div>`,
      ] as const;
    }),
    ...[
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://www.youtube.com/watch?t=1&v=dQw4w9WgXcQ",
      "https://youtu.be/dQw4w9WgXcQ",
      "https://m.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://www.youtube.com/embed/dQw4w9WgXcQ",
      "https://youtube.com/shorts/dQw4w9WgXcQ",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
    ].map((address) => [address, address, youtube(address.replace("&", "&amp;"), "dQw4w9WgXcQ")] as const),
    [
      "a named film",
      "[f](https://youtu.be/dQw4w9WgXcQ)",
      `<p>${link("https://youtu.be/dQw4w9WgXcQ", "f")}</p>\n${youtube("https://youtu.be/dQw4w9WgXcQ", "dQw4w9WgXcQ")}`,
    ],
    ["a channel of films has none", "https://www.youtube.com/@a", `<p>${link("https://www.youtube.com/@a")}</p>`],
    [
      "a picture's page at GitHub",
      "https://github.com/a/b/blob/main/c.png",
      outsidePreview(
        "https://github.com/a/b/blob/main/c.png",
        undefined,
        "https://raw.githubusercontent.com/a/b/main/c.png",
      ),
    ],
  ],
};

const films = ["https://a.example/b.mp4", "https://youtu.be/dQw4w9WgXcQ"];

export const nothingOutside: Table = {
  title: "what is elsewhere on the web is a link alone where previews are off",
  names: { externalMedia: () => undefined },
  cases: [outside, ...films].map((address) => [address, address, `<p>${link(address)}</p>`]),
};

const cards: Readonly<Record<string, LinkCard | null>> = {
  "https://page.example/": { title: "A <page>", description: 'of "text"', image_url: '/external_content/mac/6162?a"b' },
  "https://untitled.example/": { title: "", description: "", image_url: "/external_content/mac/61" },
  "https://plain.example/": null,
  "https://vimeo.com/246979354": { title: "A film", description: "", image_url: "/external_content/mac/62" },
};
const pageCard =
  '<div class="message_embed"><a class="message_embed_image" href="https://page.example/" style="background-image: url(&quot;/external_content/mac/6162?a\\22 b&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://page.example/" title="A &lt;page&gt;">A &lt;page&gt;</a></div><div class="message_embed_description">of "text"</div></div></div>';
const untitledCard =
  '<div class="message_embed"><a class="message_embed_image" href="https://untitled.example/" style="background-image: url(&quot;/external_content/mac/61&quot;)"></a><div class="data-container"></div></div>';
const vimeoCard =
  '<div class="vimeo-video message_inline_image"><a data-id="246979354" href="https://vimeo.com/246979354" title="A film"><img src="/external_content/mac/62"></a></div>';
const pages = Array.from({ length: 6 }, (_, index) => `https://${index}.example/`);

export const linkedPages: Table = {
  title: "cards of linked pages",
  names: { linkCard: (url) => (/^https:\/\/\d\./.test(url) ? cards["https://untitled.example/"] : cards[url]) },
  cases: [
    [
      "stand at the end",
      "https://page.example/\n\nb",
      `<p>${link("https://page.example/")}</p>\n<p>b</p>\n${pageCard}`,
    ],
    [
      "in the order of the links, each once",
      "https://untitled.example/ https://page.example/ https://untitled.example/",
      `<p>${link("https://untitled.example/")} ${link("https://page.example/")} ${link("https://untitled.example/")}</p>\n${untitledCard}${pageCard}`,
    ],
    [
      "after pictures",
      `https://page.example/ ${outside}`,
      `<p>${link("https://page.example/")} ${link(outside)}</p>\n${outsidePreview(outside)}\n${pageCard}`,
    ],
    ["of a page that has none", "https://plain.example/", `<p>${link("https://plain.example/")}</p>`],
    [
      "of pages of which one is not known yet",
      "https://page.example/ https://unknown.example/",
      `<p>${link("https://page.example/")} ${link("https://unknown.example/")}</p>`,
    ],
    [
      "not in a quote",
      "> https://page.example/",
      `<blockquote>\n<p>${link("https://page.example/")}</p>\n</blockquote>`,
    ],
    [
      "of a film at Vimeo",
      "https://vimeo.com/246979354",
      `<p>${link("https://vimeo.com/246979354")}</p>\n${vimeoCard}`,
    ],
    [
      "of the first five",
      pages.join(" "),
      `<p>${pages.map((page) => link(page)).join(" ")}</p>\n${pages
        .slice(0, 5)
        .map((page) => untitledCard.replaceAll("https://untitled.example/", page))
        .join("")}`,
    ],
    [
      "of the organization itself there is none",
      "https://chat.example/page",
      `<p>${link("https://chat.example/page")}</p>`,
    ],
  ],
};

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`);
}

function youtube(address: string, id: string): string {
  const picture = proxied(`https://i.ytimg.com/vi/${id}/mqdefault.jpg`);
  return `<div class="youtube-video message_inline_image"><a data-id="${id}" href="${address}"><img src="${picture}"></a></div>`;
}

function pictures(count: number, part: (picture: ReturnType<typeof pictureNamed>) => string): string[] {
  return Array.from({ length: count }, (_, index) => part(pictureNamed(`${index}.png`)));
}
