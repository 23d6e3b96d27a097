import { hex, link, preview, type Table } from "../../support/markup.ts";

const picture = "https://a.example/b.png";
const upload = "/user_uploads/2/ab/x/a.png";
const uploaded = (title: string) =>
  `<div class="message_inline_image"><a href="${upload}" title="${title}"><img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/ab/x/a.png/840x560.webp"></a></div>`;

export const previews: Table = {
  title: "previews",
  cases: [
    ["a picture's address alone", picture, preview(picture)],
    ["a picture's address in a text", `see ${picture}`, `<p>see ${link(picture)}</p>\n${preview(picture)}`],
    ["a named link", `[name](${picture})`, `<p>${link(picture, "name")}</p>\n${preview(picture, "name")}`],
    [
      "a picture's domain without a scheme",
      "a.com/b.png",
      `<p>${link("http://a.com/b.png", "a.com/b.png")}</p>\n${preview("http://a.com/b.png", "a.com/b.png")}`,
    ],
    ...["bmp", "gif", "jpe", "jpeg", "jpg", "PNG", "webp"].map(
      (type) => [`a ${type}`, `https://a.example/b.${type}`, preview(`https://a.example/b.${type}`)] as const,
    ),
    ["a query after the name", "https://a.example/b.png?c=d", preview("https://a.example/b.png?c=d")],
    ["an SVG has none", "https://a.example/b.svg", `<p>${link("https://a.example/b.svg")}</p>`],
    [
      "two pictures in a paragraph",
      `${picture} and https://a.example/c.png`,
      `<p>${link(picture)} and ${link("https://a.example/c.png")}</p>\n${preview(picture)}${preview("https://a.example/c.png")}`,
    ],
    [
      "each picture once",
      `${picture}\n${picture}`,
      `<p>${link(picture)}<br>\n${link(picture)}</p>\n${preview(picture)}`,
    ],
    ["a picture between paragraphs", `a\n\n${picture}\n\nb`, `<p>a</p>\n${preview(picture)}<p>b</p>`],
    [
      "in a list item",
      `* a ${picture}\n* b`,
      `<ul>\n<li>a ${link(picture)}${preview(picture)}</li>\n<li>b</li>\n</ul>`,
    ],
    ["alone in a list item", `* ${picture}`, `<ul>\n<li>${preview(picture)}</li>\n</ul>`],
    [
      "in an item with paragraphs",
      `* a ${picture}\n\n* b`,
      `<ul>\n<li>\n<p>a ${link(picture)}</p>\n${preview(picture)}</li>\n<li>\n<p>b</p>\n</li>\n</ul>`,
    ],
    [
      "before a nested list",
      `* a ${picture}\n  * b`,
      `<ul>\n<li>a ${link(picture)}<ul>\n<li>b</li>\n</ul>\n${preview(picture)}</li>\n</ul>`,
    ],
    ["in a quote there is none", `> ${picture}`, `<blockquote>\n<p>${link(picture)}</p>\n</blockquote>`],
    [
      "quoted and not quoted",
      `> ${picture}\n\n${picture}`,
      `<blockquote>\n<p>${link(picture)}</p>\n</blockquote>\n${preview(picture)}`,
    ],
    ["in code there is none", `\`${picture}\``, `<p><code>${picture}</code></p>`],
    [
      "in a spoiler",
      `\`\`\`spoiler a\nb ${picture}\n\`\`\``,
      `<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>b ${link(picture)}</p>\n${preview(picture)}</div></div>`,
    ],
    [
      "in a table they stand at the end",
      `a|b\n-|-\n${picture}|c\n\nd`,
      `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${link(picture)}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n<p>d</p>\n${preview(picture)}`,
    ],
    ["in strong", `**${picture}**`, `<p><strong>${link(picture)}</strong></p>\n${preview(picture)}`],
    [
      "24 pictures",
      addresses(24).join(" "),
      `<p>${addresses(24)
        .map((each) => link(each))
        .join(" ")}</p>\n${addresses(24)
        .map((each) => preview(each))
        .join("")}`,
    ],
    [
      "25 pictures have none",
      addresses(25).join(" "),
      `<p>${addresses(25)
        .map((each) => link(each))
        .join(" ")}</p>`,
    ],
    ["an upload", `[a.png](${upload})`, `<p>${link(upload, "a.png")}</p>\n${uploaded("a.png")}`],
    [
      "an upload by the realm's address",
      `[a.png](https://chat.example${upload})`,
      `<p>${link(upload, "a.png")}</p>\n${uploaded("a.png")}`,
    ],
    ["an upload in a quote", `> [a.png](${upload})`, `<blockquote>\n<p>${link(upload, "a.png")}</p>\n</blockquote>`],
    [
      "an upload that moves",
      "[m](/user_uploads/2/ab/x/moving.gif)",
      `<p>${link("/user_uploads/2/ab/x/moving.gif", "m")}</p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/x/moving.gif" title="m"><img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="100x80" src="/user_uploads/thumbnail/2/ab/x/moving.gif/840x560-anim.webp"></a></div>`,
    ],
    [
      "an upload whose thumbnail is not ready",
      "[n](/user_uploads/2/ab/x/new.png)",
      `<p>${link("/user_uploads/2/ab/x/new.png", "n")}</p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/x/new.png" title="n"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="10x20" src="/static/images/loading/loader-black.svg"></a></div>`,
    ],
    [
      "an upload in a format of its own",
      "[p](/user_uploads/2/ab/x/photo.heic)",
      `<p>${link("/user_uploads/2/ab/x/photo.heic", "p")}</p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/x/photo.heic" title="p"><img data-original-content-type="image/heic" data-original-dimensions="4032x3024" data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/2/ab/x/photo.heic/840x560.webp"></a></div>`,
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
    ...["mp4", "mov", "webm"].map(
      (type) =>
        [
          `a ${type} film`,
          `https://a.example/b.${type}`,
          `<div class="message_inline_image message_inline_video"><a href="https://a.example/b.${type}"><video data-video-original-url="https://a.example/b.${type}" preload="metadata" src="/external_content/mac/${hex(`https://a.example/b.${type}`)}"></video></a></div>`,
        ] as const,
    ),
    ...[
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://youtu.be/dQw4w9WgXcQ",
      "https://m.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://www.youtube.com/embed/dQw4w9WgXcQ",
      "https://youtube.com/shorts/dQw4w9WgXcQ",
      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
    ].map(
      (address) =>
        [
          address,
          address,
          film("youtube", "dQw4w9WgXcQ", address, "https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg"),
        ] as const,
    ),
    [
      "a named film",
      "[f](https://youtu.be/dQw4w9WgXcQ)",
      `<p>${link("https://youtu.be/dQw4w9WgXcQ", "f")}</p>\n${film("youtube", "dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcQ", "https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg")}`,
    ],
    ["a channel of films has none", "https://www.youtube.com/@a", `<p>${link("https://www.youtube.com/@a")}</p>`],
    [
      "a film at Vimeo",
      "https://vimeo.com/246979354",
      film("vimeo", "246979354", "https://vimeo.com/246979354", "https://vumbnail.com/246979354.jpg"),
    ],
    [
      "a picture's page at GitHub",
      "https://github.com/a/b/blob/main/c.png",
      preview("https://github.com/a/b/blob/main/c.png").replace(
        hex("https://github.com/a/b/blob/main/c.png"),
        hex("https://raw.githubusercontent.com/a/b/main/c.png"),
      ),
    ],
    ["mail has none", "a@b.com", `<p>${link("mailto:a@b.com", "a@b.com")}</p>`],
  ],
};

export const withoutPreviews: Table = {
  title: "previews where they are off",
  names: { externalImage: () => undefined, uploadPreview: () => undefined },
  cases: [
    ["a picture's address", picture, `<p>${link(picture)}</p>`],
    ["an upload", `[a.png](${upload})`, `<p>${link(upload, "a.png")}</p>`],
    ["a film", "https://youtu.be/dQw4w9WgXcQ", `<p>${link("https://youtu.be/dQw4w9WgXcQ")}</p>`],
    [
      "an uploaded sound",
      "[song.mp3](/user_uploads/2/ab/x/song.mp3)",
      `<p>${link("/user_uploads/2/ab/x/song.mp3", "song.mp3")}</p>`,
    ],
  ],
};

export const pages: Table = {
  title: "linked pages that say what they are",
  names: {
    linkEmbed: (url) =>
      url === "https://page.example/"
        ? { title: "A <page>", description: 'of "text"', image_url: '/external_content/mac/6162?a"b' }
        : url === "https://plain.example/"
          ? { title: "Without a picture" }
          : undefined,
  },
  cases: [
    [
      "stand at the end",
      "https://page.example/\n\nb",
      `<p>${link("https://page.example/")}</p>\n<p>b</p>\n<div class="message_embed"><a class="message_embed_image" href="https://page.example/" style="background-image: url(&quot;/external_content/mac/6162?a\\22 b&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://page.example/" title="A &lt;page&gt;">A &lt;page&gt;</a></div><div class="message_embed_description">of "text"</div></div></div>`,
    ],
    [
      "without a picture there is nothing to show",
      "https://plain.example/",
      `<p>${link("https://plain.example/")}</p>`,
    ],
    [
      "in a quote there is none",
      "> https://page.example/",
      `<blockquote>\n<p>${link("https://page.example/")}</p>\n</blockquote>`,
    ],
  ],
};

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://a.example/${index}.png`);
}

function film(site: string, id: string, address: string, picture: string): string {
  return `<div class="${site}-video message_inline_image"><a data-id="${id}" href="${address}"><img src="/external_content/mac/${hex(picture)}"></a></div>`;
}
