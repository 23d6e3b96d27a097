import type { Language } from "../../../protocol/language.ts";

const en = {
  title: "Log in with your company",
  email: "Work email",
  goOn: "Continue",
  unknown: "No login service is set up for this domain. Check the address, or log in another way.",
  otherWays: "Other ways to log in",
};

const de: typeof en = {
  title: "Mit deiner Firma anmelden",
  email: "Berufliche E-Mail",
  goOn: "Weiter",
  unknown: "Für diese Domain ist kein Anmeldedienst eingerichtet. Prüfe die Adresse oder melde dich anders an.",
  otherWays: "Andere Anmeldemethoden",
};

const es: typeof en = {
  title: "Iniciar sesión con tu empresa",
  email: "Correo del trabajo",
  goOn: "Continuar",
  unknown: "No hay ningún servicio de inicio de sesión para este dominio. Revisa la dirección o usa otra forma.",
  otherWays: "Otras formas de iniciar sesión",
};

const fr: typeof en = {
  title: "Se connecter avec votre entreprise",
  email: "E-mail professionnel",
  goOn: "Continuer",
  unknown:
    "Aucun service de connexion n’est configuré pour ce domaine. Vérifiez l’adresse ou connectez-vous autrement.",
  otherWays: "Autres façons de se connecter",
};

const ja: typeof en = {
  title: "会社のアカウントでログイン",
  email: "仕事用メールアドレス",
  goOn: "続ける",
  unknown:
    "このドメインにはログインサービスが設定されていません。アドレスを確認するか、別の方法でログインしてください。",
  otherWays: "その他のログイン方法",
};

const ar: typeof en = {
  title: "تسجيل الدخول عبر شركتك",
  email: "بريد العمل",
  goOn: "متابعة",
  unknown: "لا توجد خدمة تسجيل دخول لهذا النطاق. تحقق من العنوان أو سجّل الدخول بطريقة أخرى.",
  otherWays: "طرق أخرى لتسجيل الدخول",
};

export const companyWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
