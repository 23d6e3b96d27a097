import type { Language } from "../protocol/language.ts";
import { html } from "./html.ts";
import { htmlPage } from "./html-page.ts";

interface Words {
  readonly title: string;
  readonly advice: string;
  readonly operators: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: "No organization here",
    advice: "There is no organization at this address. Check the address, or ask whoever gave it to you.",
    operators: "If you run this server, you make one like this (docs/operating.md says more):",
  },
  de: {
    title: "Hier gibt es keine Organisation",
    advice:
      "Unter dieser Adresse gibt es keine Organisation. Prüfe die Adresse, oder frag die Person, von der du sie hast.",
    operators: "Wenn du diesen Server betreibst, legst du so eine an (mehr dazu in docs/operating.md):",
  },
};

const COMMAND = `curl https://ADDRESS/api/v1/organizations \\
  -d setup_token=TOKEN -d subdomain=NAME \\
  --data-urlencode "name=Harbour" \\
  --data-urlencode "full_name=Iris" \\
  --data-urlencode "email=iris@example.org" \\
  --data-urlencode "password=A_GOOD_PASSWORD"`;

/** The page of a host that has no organization. */
export function noOrganizationPage(language: Language): Response {
  const { title, advice, operators } = words[language];
  const body = html`<p>${advice}</p>
<p class="soft">${operators}</p>
<pre><code>${COMMAND}</code></pre>`;
  return htmlPage({ language, title, body, status: 404 });
}
