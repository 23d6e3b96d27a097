import type { Language } from "../../../protocol/language.ts";

const en = {
  title: "Create an organization",
  about: (address: string) => `It will be at ${address}. You'll be its owner and can invite everyone else.`,
  name: "Organization name",
  nameHint: "Your company, team or club. You can change this later.",
  fullName: "Your name",
  fullNameHint: "This is how others will see you.",
  email: "Your email",
  password: "Password",
  token: "Setup token",
  tokenHint: "Ask your server administrator. npm start saves it as setup-token in its data directory.",
  create: "Create organization",
  beginAnew: "Start over without the old organization's data",
  closed: "Creating an organization here requires a setup token, and none is set yet. To set one:",
};

const de: typeof en = {
  title: "Organisation erstellen",
  about: (address) => `Du erreichst sie unter ${address}. Du bist Besitzer und kannst andere einladen.`,
  name: "Name der Organisation",
  nameHint: "Deine Firma, dein Team oder Verein. Du kannst das später ändern.",
  fullName: "Dein Name",
  fullNameHint: "So sehen dich andere.",
  email: "Deine E-Mail-Adresse",
  password: "Passwort",
  token: "Einrichtungs-Token",
  tokenHint: "Frag die Person, die diesen Server betreibt. npm start speichert es als setup-token im Datenverzeichnis.",
  create: "Organisation erstellen",
  beginAnew: "Neu beginnen, ohne die Daten der alten Organisation",
  closed:
    "Um hier eine Organisation zu erstellen, ist ein Einrichtungs-Token nötig, und noch ist keines gesetzt. So setzt du eines:",
};

const es: typeof en = {
  title: "Crear una organización",
  about: (address) => `Estará en ${address}. Serás su propietario y podrás invitar a las demás personas.`,
  name: "Nombre de la organización",
  nameHint: "Tu empresa, equipo o club. Puedes cambiarlo más tarde.",
  fullName: "Tu nombre",
  fullNameHint: "Así te verán los demás.",
  email: "Tu correo electrónico",
  password: "Contraseña",
  token: "Token de configuración",
  tokenHint: "Pídelo a quien administra este servidor. npm start lo guarda como setup-token en su directorio de datos.",
  create: "Crear organización",
  beginAnew: "Empezar de nuevo sin los datos de la organización anterior",
  closed:
    "Para crear una organización aquí se necesita un token de configuración, y todavía no hay ninguno. Así se establece:",
};

const fr: typeof en = {
  title: "Créer une organisation",
  about: (address) => `Elle sera à l’adresse ${address}. Vous en serez propriétaire et pourrez inviter les autres.`,
  name: "Nom de l’organisation",
  nameHint: "Votre entreprise, équipe ou club. Vous pourrez le modifier plus tard.",
  fullName: "Votre nom",
  fullNameHint: "C’est ainsi que les autres vous verront.",
  email: "Votre e-mail",
  password: "Mot de passe",
  token: "Jeton d’installation",
  tokenHint:
    "Demandez-le à la personne qui gère ce serveur. npm start l’enregistre dans le fichier setup-token de son répertoire de données.",
  create: "Créer l’organisation",
  beginAnew: "Recommencer sans les données de l’ancienne organisation",
  closed:
    "Un jeton d’installation est nécessaire pour créer une organisation ici, et aucun n’est encore défini. Pour en définir un :",
};

const ja: typeof en = {
  title: "組織を作成",
  about: (address) => `組織の URL は ${address} です。あなたがオーナーになり、他の人を招待できます。`,
  name: "組織名",
  nameHint: "会社、チーム、クラブなどの名前。後で変更できます。",
  fullName: "名前",
  fullNameHint: "他の人に表示される名前です。",
  email: "メールアドレス",
  password: "パスワード",
  token: "セットアップトークン",
  tokenHint: "このサーバーの運営者に確認してください。npm start はデータディレクトリの setup-token に保存します。",
  create: "組織を作成",
  beginAnew: "以前の組織のデータを使わずに最初からやり直す",
  closed: "ここで組織を作成するにはセットアップトークンが必要ですが、まだ設定されていません。設定方法：",
};

const ar: typeof en = {
  title: "إنشاء مؤسسة",
  about: (address) => `سيكون عنوانها ${address}. ستكون مالكها ويمكنك دعوة الآخرين.`,
  name: "اسم المؤسسة",
  nameHint: "شركتك أو فريقك أو ناديك. يمكنك تغييره لاحقًا.",
  fullName: "اسمك",
  fullNameHint: "هكذا سيراك الآخرون.",
  email: "بريدك الإلكتروني",
  password: "كلمة المرور",
  token: "رمز الإعداد",
  tokenHint: "اسأل من يدير هذا الخادم. يحفظه npm start باسم setup-token في مجلد البيانات.",
  create: "إنشاء المؤسسة",
  beginAnew: "البدء من جديد دون بيانات المؤسسة القديمة",
  closed: "يتطلب إنشاء مؤسسة هنا رمز إعداد، ولم يُعيَّن أي رمز بعد. لتعيين رمز:",
};

export const foundingWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
