import type { Language } from "../protocol/language.ts";

interface FailureWords {
  /** The titles of failures by their status. */
  readonly titles: Readonly<Record<number, string>>;
  readonly otherTitle: string;
  readonly nothingHere: string;
  readonly toFirstPage: string;
}

export const failureWords: Readonly<Record<Language, FailureWords>> = {
  en: {
    titles: {
      401: "Not logged in",
      403: "Not allowed",
      404: "Not found",
      405: "Not possible here",
      429: "Too many requests",
    },
    otherTitle: "Something went wrong",
    nothingHere: "This page doesn't exist.",
    toFirstPage: "Go to the home page",
  },
  de: {
    titles: {
      401: "Nicht angemeldet",
      403: "Nicht erlaubt",
      404: "Nicht gefunden",
      405: "Hier nicht möglich",
      429: "Zu viele Anfragen",
    },
    otherTitle: "Etwas ist schiefgegangen",
    nothingHere: "Diese Seite gibt es nicht.",
    toFirstPage: "Zur Startseite",
  },
  es: {
    titles: {
      401: "No has iniciado sesión",
      403: "No permitido",
      404: "No encontrado",
      405: "No es posible aquí",
      429: "Demasiadas solicitudes",
    },
    otherTitle: "Algo salió mal",
    nothingHere: "Esta página no existe.",
    toFirstPage: "Ir a la página de inicio",
  },
  fr: {
    titles: {
      401: "Non connecté",
      403: "Non autorisé",
      404: "Introuvable",
      405: "Impossible ici",
      429: "Trop de requêtes",
    },
    otherTitle: "Une erreur s’est produite",
    nothingHere: "Cette page n’existe pas.",
    toFirstPage: "Aller à la page d’accueil",
  },
  ja: {
    titles: {
      401: "ログインしていません",
      403: "許可されていません",
      404: "見つかりません",
      405: "ここではできません",
      429: "リクエストが多すぎます",
    },
    otherTitle: "問題が発生しました",
    nothingHere: "このページは存在しません。",
    toFirstPage: "ホームページに移動",
  },
  ar: {
    titles: {
      401: "لم يتم تسجيل الدخول",
      403: "غير مسموح",
      404: "غير موجود",
      405: "غير ممكن هنا",
      429: "طلبات كثيرة جدًا",
    },
    otherTitle: "حدث خطأ ما",
    nothingHere: "هذه الصفحة غير موجودة.",
    toFirstPage: "الانتقال إلى الصفحة الرئيسية",
  },
};
