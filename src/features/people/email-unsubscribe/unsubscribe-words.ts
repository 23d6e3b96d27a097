import type { Language } from "../../../protocol/language.ts";
import type { EmailKind } from "./email-unsubscribe.ts";

const en = {
  title: "Unsubscribe",
  stopped: "Unsubscribed",
  ask: {
    messages: (email: string) => `Unsubscribe ${email} from emails about missed messages?`,
    digest: (email: string) => `Unsubscribe ${email} from weekly digests?`,
    logins: (email: string) => `Unsubscribe ${email} from emails about new logins?`,
  } satisfies Record<EmailKind, (email: string) => string>,
  done: {
    messages: (email: string) => `${email} won't get emails about missed messages anymore.`,
    digest: (email: string) => `${email} won't get weekly digests anymore.`,
    logins: (email: string) => `${email} won't get emails about new logins anymore.`,
  } satisfies Record<EmailKind, (email: string) => string>,
  stop: "Unsubscribe",
  again: "You can turn them on again in your settings, under Notifications.",
  toOrganization: "Go to the organization",
};

const de: typeof en = {
  title: "E-Mails abbestellen",
  stopped: "Abbestellt",
  ask: {
    messages: (email) => `E-Mails über verpasste Nachrichten an ${email} abbestellen?`,
    digest: (email) => `Wöchentliche Zusammenfassungen an ${email} abbestellen?`,
    logins: (email) => `E-Mails über neue Anmeldungen an ${email} abbestellen?`,
  },
  done: {
    messages: (email) => `${email} bekommt keine E-Mails über verpasste Nachrichten mehr.`,
    digest: (email) => `${email} bekommt keine wöchentlichen Zusammenfassungen mehr.`,
    logins: (email) => `${email} bekommt keine E-Mails über neue Anmeldungen mehr.`,
  },
  stop: "Abbestellen",
  again: "In deinen Einstellungen kannst du sie unter „Benachrichtigungen“ wieder einschalten.",
  toOrganization: "Zur Organisation",
};

const es: typeof en = {
  title: "Cancelar suscripción",
  stopped: "Suscripción cancelada",
  ask: {
    messages: (email) => `¿Dejar de enviar a ${email} correos sobre mensajes sin leer?`,
    digest: (email) => `¿Dejar de enviar a ${email} resúmenes semanales?`,
    logins: (email) => `¿Dejar de enviar a ${email} correos sobre nuevos inicios de sesión?`,
  },
  done: {
    messages: (email) => `${email} ya no recibirá correos sobre mensajes sin leer.`,
    digest: (email) => `${email} ya no recibirá resúmenes semanales.`,
    logins: (email) => `${email} ya no recibirá correos sobre nuevos inicios de sesión.`,
  },
  stop: "Cancelar suscripción",
  again: "Puedes volver a activarlos en tus ajustes, en «Notificaciones».",
  toOrganization: "Ir a la organización",
};

const fr: typeof en = {
  title: "Se désabonner",
  stopped: "Désabonnement effectué",
  ask: {
    messages: (email) => `Ne plus envoyer à ${email} d’e-mails sur les messages manqués ?`,
    digest: (email) => `Ne plus envoyer à ${email} de résumés hebdomadaires ?`,
    logins: (email) => `Ne plus envoyer à ${email} d’e-mails sur les nouvelles connexions ?`,
  },
  done: {
    messages: (email) => `${email} ne recevra plus d’e-mails sur les messages manqués.`,
    digest: (email) => `${email} ne recevra plus de résumés hebdomadaires.`,
    logins: (email) => `${email} ne recevra plus d’e-mails sur les nouvelles connexions.`,
  },
  stop: "Se désabonner",
  again: "Vous pouvez les réactiver dans vos paramètres, sous « Notifications ».",
  toOrganization: "Accéder à l’organisation",
};

const ja: typeof en = {
  title: "配信停止",
  stopped: "配信を停止しました",
  ask: {
    messages: (email) => `${email} への未読メッセージのメールを停止しますか？`,
    digest: (email) => `${email} への週刊ダイジェストを停止しますか？`,
    logins: (email) => `${email} への新しいログインのメールを停止しますか？`,
  },
  done: {
    messages: (email) => `${email} に未読メッセージのメールは届かなくなります。`,
    digest: (email) => `${email} に週刊ダイジェストは届かなくなります。`,
    logins: (email) => `${email} に新しいログインのメールは届かなくなります。`,
  },
  stop: "配信停止",
  again: "設定の「通知」で再びオンにできます。",
  toOrganization: "組織に移動",
};

const ar: typeof en = {
  title: "إلغاء الاشتراك",
  stopped: "تم إلغاء الاشتراك",
  ask: {
    messages: (email) => `هل تريد إيقاف رسائل البريد عن الرسائل الفائتة إلى ${email}؟`,
    digest: (email) => `هل تريد إيقاف الملخصات الأسبوعية إلى ${email}؟`,
    logins: (email) => `هل تريد إيقاف رسائل البريد عن عمليات تسجيل الدخول الجديدة إلى ${email}؟`,
  },
  done: {
    messages: (email) => `لن يتلقى ${email} رسائل عن الرسائل الفائتة بعد الآن.`,
    digest: (email) => `لن يتلقى ${email} الملخصات الأسبوعية بعد الآن.`,
    logins: (email) => `لن يتلقى ${email} رسائل عن عمليات تسجيل الدخول الجديدة بعد الآن.`,
  },
  stop: "إلغاء الاشتراك",
  again: "يمكنك تشغيلها مجددًا من إعداداتك، ضمن «الإشعارات».",
  toOrganization: "الانتقال إلى المؤسسة",
};

export const unsubscribeWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
