import type { PageContext } from "../api/page.ts";
import type { Language } from "../protocol/language.ts";
import { html } from "./html.ts";
import { htmlPage } from "./html-page.ts";
import { redirectPage } from "./page-session.ts";

interface Words {
  readonly title: string;
  readonly advice: string;
  readonly operators: string;
  readonly create: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: "No organization here",
    advice: "No organization has this URL. Check the URL, or ask the person who gave it to you.",
    operators: "If you run this server, you can create one here:",
    create: "Create an organization",
  },
  de: {
    title: "Hier gibt es keine Organisation",
    advice: "Unter dieser URL gibt es keine Organisation. Prüfe die URL, oder frag die Person, von der du sie hast.",
    operators: "Wenn du diesen Server betreibst, kannst du hier eine erstellen:",
    create: "Organisation erstellen",
  },
  es: {
    title: "Aquí no hay ninguna organización",
    advice: "No hay ninguna organización en esta URL. Revisa la URL o pregunta a la persona que te la dio.",
    operators: "Si administras este servidor, puedes crear una aquí:",
    create: "Crear una organización",
  },
  fr: {
    title: "Aucune organisation ici",
    advice: "Il n’y a aucune organisation à cette URL. Vérifiez l’URL ou demandez à la personne qui vous l’a donnée.",
    operators: "Si vous administrez ce serveur, vous pouvez en créer une ici :",
    create: "Créer une organisation",
  },
  ja: {
    title: "ここに組織はありません",
    advice: "この URL に組織はありません。URL を確認するか、URL を教えてくれた人に問い合わせてください。",
    operators: "このサーバーを運営している場合は、ここで組織を作成できます。",
    create: "組織を作成",
  },
  ar: {
    title: "لا توجد مؤسسة هنا",
    advice: "لا توجد مؤسسة على عنوان URL هذا. تحقق من العنوان، أو اسأل من أعطاك إياه.",
    operators: "إذا كنت تدير هذا الخادم، فيمكنك إنشاء مؤسسة هنا:",
    create: "إنشاء مؤسسة",
  },
};

export function noOrganizationPage(language: Language): Response {
  const { title, advice, operators, create } = words[language];
  const body = html`<p>${advice}</p>
<p class="soft">${operators}</p>
<a class="button" href="/new/">${create}</a>`;
  return htmlPage({ language, title, body, status: 404 });
}

/** On an empty server, redirects to the form that creates the first organization. */
export async function withoutOrganization({ language, ask }: Pick<PageContext, "language" | "ask">): Promise<Response> {
  const founded = await ask("GET /organizations/founded");
  return founded?.["any"] === false ? redirectPage("/new/") : noOrganizationPage(language);
}
