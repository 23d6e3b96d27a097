import type { Language } from "../protocol/language.ts";

interface FailureWords {
  readonly titles: Readonly<Record<number, string>>;
  readonly otherTitle: string;
  readonly nothingHere: string;
  readonly busy: string;
  readonly retries: string;
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
      503: "One moment",
    },
    otherTitle: "Something went wrong",
    nothingHere: "This page doesn't exist.",
    busy: "The server is busy or starting.",
    retries: "This page tries again by itself.",
    toFirstPage: "Go to the home page",
  },
  de: {
    titles: {
      401: "Nicht angemeldet",
      403: "Nicht erlaubt",
      404: "Nicht gefunden",
      405: "Hier nicht möglich",
      429: "Zu viele Anfragen",
      503: "Einen Moment",
    },
    otherTitle: "Etwas ist schiefgegangen",
    nothingHere: "Diese Seite gibt es nicht.",
    busy: "Der Server ist ausgelastet oder startet gerade.",
    retries: "Diese Seite versucht es von selbst noch einmal.",
    toFirstPage: "Zur Startseite",
  },
  es: {
    titles: {
      401: "No has iniciado sesión",
      403: "No permitido",
      404: "No encontrado",
      405: "No es posible aquí",
      429: "Demasiadas solicitudes",
      503: "Un momento",
    },
    otherTitle: "Algo salió mal",
    nothingHere: "Esta página no existe.",
    busy: "El servidor está ocupado o se está iniciando.",
    retries: "Esta página lo intenta de nuevo por sí sola.",
    toFirstPage: "Ir a la página de inicio",
  },
  fr: {
    titles: {
      401: "Non connecté",
      403: "Non autorisé",
      404: "Introuvable",
      405: "Impossible ici",
      429: "Trop de requêtes",
      503: "Un instant",
    },
    otherTitle: "Une erreur s’est produite",
    nothingHere: "Cette page n’existe pas.",
    busy: "Le serveur est occupé ou en cours de démarrage.",
    retries: "Cette page réessaie d’elle-même.",
    toFirstPage: "Aller à la page d’accueil",
  },
  ja: {
    titles: {
      401: "ログインしていません",
      403: "許可されていません",
      404: "見つかりません",
      405: "ここではできません",
      429: "リクエストが多すぎます",
      503: "少々お待ちください",
    },
    otherTitle: "問題が発生しました",
    nothingHere: "このページは存在しません。",
    busy: "サーバーが混み合っているか、起動中です。",
    retries: "このページは自動的に再試行します。",
    toFirstPage: "ホームページに移動",
  },
  ar: {
    titles: {
      401: "لم يتم تسجيل الدخول",
      403: "غير مسموح",
      404: "غير موجود",
      405: "غير ممكن هنا",
      429: "طلبات كثيرة جدًا",
      503: "لحظة من فضلك",
    },
    otherTitle: "حدث خطأ ما",
    nothingHere: "هذه الصفحة غير موجودة.",
    busy: "الخادم مشغول أو قيد التشغيل.",
    retries: "تعيد هذه الصفحة المحاولة تلقائيًا.",
    toFirstPage: "الانتقال إلى الصفحة الرئيسية",
  },
};
