import type { Language } from "../../../../protocol/language.ts";

type AroundAddress = readonly [before: string, after: string];

interface Words {
  readonly title: string;
  readonly question: AroundAddress;
  readonly confirm: string;
  readonly done: AroundAddress;
  readonly goOn: string;
}

export const confirmEmailWords: Readonly<Record<Language, Words>> = {
  en: {
    title: "New email address",
    question: ["Change your email address to ", "?"],
    confirm: "Confirm",
    done: ["Your email address is now ", ". Use it from the next time you log in."],
    goOn: "Continue",
  },
  de: {
    title: "Neue E-Mail-Adresse",
    question: ["Deine E-Mail-Adresse in ", " ändern?"],
    confirm: "Bestätigen",
    done: ["Deine E-Mail-Adresse ist jetzt ", ". Verwende sie ab der nächsten Anmeldung."],
    goOn: "Weiter",
  },
  es: {
    title: "Nuevo correo electrónico",
    question: ["¿Cambiar tu correo electrónico a ", "?"],
    confirm: "Confirmar",
    done: ["Tu correo electrónico ahora es ", ". Úsalo a partir del próximo inicio de sesión."],
    goOn: "Continuar",
  },
  fr: {
    title: "Nouvelle adresse e-mail",
    question: ["Remplacer votre adresse e-mail par ", " ?"],
    confirm: "Confirmer",
    done: ["Votre adresse e-mail est maintenant ", ". Utilisez-la dès votre prochaine connexion."],
    goOn: "Continuer",
  },
  ja: {
    title: "新しいメールアドレス",
    question: ["メールアドレスを ", " に変更しますか？"],
    confirm: "確認",
    done: ["メールアドレスは ", " になりました。次回のログインから使用してください。"],
    goOn: "続行",
  },
  ar: {
    title: "بريد إلكتروني جديد",
    question: ["هل تريد تغيير بريدك الإلكتروني إلى ", "؟"],
    confirm: "تأكيد",
    done: ["بريدك الإلكتروني الآن هو ", ". استخدمه من تسجيل الدخول التالي."],
    goOn: "متابعة",
  },
};
