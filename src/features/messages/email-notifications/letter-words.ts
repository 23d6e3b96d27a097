import { counted, type Language, listed } from "../../../protocol/language.ts";
import type { Reason } from "../push-notifications/reasons.ts";

const en = {
  direct: (names: readonly string[], more: number) =>
    `Direct messages with ${listed("en", names, more, { other: "# more" })}`,
  toYourself: "Direct messages with yourself",
  newMessages: "New messages",
  missed: (count: number, organization: string) =>
    `You have ${counted("en", count, { one: "# unread message", other: "# unread messages" })} in ${organization}.`,
  hiddenByOrganization: "Your organization doesn't include message content in emails.",
  hiddenByYou: "Your settings hide message content in emails.",
  open: "View conversation",
  openOrganization: "Open organization",
  more: (count: number) => counted("en", count, { one: "And # more message.", other: "And # more messages." }),
  moreConversations: (count: number) =>
    counted("en", count, {
      one: "And # more conversation with unread messages.",
      other: "And # more conversations with unread messages.",
    }),
  why: {
    direct: "You're getting this email because you have an unread direct message.",
    mention: "You're getting this email because someone mentioned you.",
    everybody: "You're getting this email because someone mentioned everyone here.",
    followed: "You're getting this email because you follow the topic.",
    channel: "You're getting this email because you turned on emails for this channel.",
  } satisfies Record<Reason, string>,
  noReply: "Replies to this address aren't read.",
  reply: "Reply to this email to post in the conversation.",
  settings: "Notification settings",
  stop: "Unsubscribe",
};

const de: typeof en = {
  direct: (names, more) =>
    `Direktnachrichten mit ${listed("de", names, more, { one: "# weiteren Person", other: "# weiteren Personen" })}`,
  toYourself: "Direktnachrichten mit dir selbst",
  newMessages: "Neue Nachrichten",
  missed: (count, organization) =>
    `Du hast ${counted("de", count, { one: "# ungelesene Nachricht", other: "# ungelesene Nachrichten" })} bei ${organization}.`,
  hiddenByOrganization: "Deine Organisation nimmt den Inhalt von Nachrichten nicht in E-Mails auf.",
  hiddenByYou: "Deine Einstellungen verbergen den Inhalt von Nachrichten in E-Mails.",
  open: "Unterhaltung öffnen",
  openOrganization: "Organisation öffnen",
  more: (count) => counted("de", count, { one: "Und # weitere Nachricht.", other: "Und # weitere Nachrichten." }),
  moreConversations: (count) =>
    counted("de", count, {
      one: "In # weiteren Unterhaltung gibt es ungelesene Nachrichten.",
      other: "In # weiteren Unterhaltungen gibt es ungelesene Nachrichten.",
    }),
  why: {
    direct: "Du bekommst diese E-Mail, weil du eine ungelesene Direktnachricht hast.",
    mention: "Du bekommst diese E-Mail, weil dich jemand erwähnt hat.",
    everybody: "Du bekommst diese E-Mail, weil jemand alle hier erwähnt hat.",
    followed: "Du bekommst diese E-Mail, weil du dem Thema folgst.",
    channel: "Du bekommst diese E-Mail, weil du E-Mails für diesen Kanal eingeschaltet hast.",
  },
  noReply: "Antworten an diese Adresse werden nicht gelesen.",
  reply: "Antworte auf diese E-Mail, um in der Unterhaltung zu antworten.",
  settings: "Benachrichtigungseinstellungen",
  stop: "Abbestellen",
};

const es: typeof en = {
  direct: (names, more) => `Mensajes directos con ${listed("es", names, more, { other: "# más" })}`,
  toYourself: "Mensajes directos contigo",
  newMessages: "Mensajes nuevos",
  missed: (count, organization) =>
    `Tienes ${counted("es", count, { one: "# mensaje", other: "# mensajes" })} sin leer en ${organization}.`,
  hiddenByOrganization: "Tu organización no incluye el contenido de los mensajes en los correos electrónicos.",
  hiddenByYou: "Tus ajustes ocultan el contenido de los mensajes en los correos electrónicos.",
  open: "Ver conversación",
  openOrganization: "Abrir organización",
  more: (count) => counted("es", count, { one: "Y # mensaje más.", other: "Y # mensajes más." }),
  moreConversations: (count) =>
    counted("es", count, {
      one: "Y # conversación más con mensajes sin leer.",
      other: "Y # conversaciones más con mensajes sin leer.",
    }),
  why: {
    direct: "Recibes este correo electrónico porque tienes un mensaje directo sin leer.",
    mention: "Recibes este correo electrónico porque alguien te mencionó.",
    everybody: "Recibes este correo electrónico porque alguien mencionó a todas las personas de aquí.",
    followed: "Recibes este correo electrónico porque sigues el tema.",
    channel: "Recibes este correo electrónico porque activaste los correos para este canal.",
  },
  noReply: "Las respuestas a esta dirección no se leen.",
  reply: "Responde a este correo electrónico para publicar en la conversación.",
  settings: "Ajustes de notificaciones",
  stop: "Cancelar suscripción",
};

const fr: typeof en = {
  direct: (names, more) => `Messages directs avec ${listed("fr", names, more, { one: "# autre", other: "# autres" })}`,
  toYourself: "Messages directs avec vous-même",
  newMessages: "Nouveaux messages",
  missed: (count, organization) =>
    `Vous avez ${counted("fr", count, { one: "# message non lu", other: "# messages non lus" })} dans ${organization}.`,
  hiddenByOrganization: "Votre organisation n’inclut pas le contenu des messages dans les e-mails.",
  hiddenByYou: "Vos paramètres masquent le contenu des messages dans les e-mails.",
  open: "Voir la conversation",
  openOrganization: "Ouvrir l’organisation",
  more: (count) => counted("fr", count, { one: "Et # message de plus.", other: "Et # messages de plus." }),
  moreConversations: (count) =>
    counted("fr", count, {
      one: "Et # autre conversation avec des messages non lus.",
      other: "Et # autres conversations avec des messages non lus.",
    }),
  why: {
    direct: "Vous recevez cet e-mail parce que vous avez un message direct non lu.",
    mention: "Vous recevez cet e-mail parce que quelqu’un vous a mentionné.",
    everybody: "Vous recevez cet e-mail parce que quelqu’un a mentionné tout le monde ici.",
    followed: "Vous recevez cet e-mail parce que vous suivez le sujet.",
    channel: "Vous recevez cet e-mail parce que vous avez activé les e-mails pour ce canal.",
  },
  noReply: "Les réponses à cette adresse ne sont pas lues.",
  reply: "Répondez à cet e-mail pour publier dans la conversation.",
  settings: "Paramètres de notification",
  stop: "Se désabonner",
};

const ja: typeof en = {
  direct: (names, more) => `${listed("ja", names, more, { other: "ほか # 人" })}とのダイレクトメッセージ`,
  toYourself: "自分へのダイレクトメッセージ",
  newMessages: "新着メッセージ",
  missed: (count, organization) =>
    `${organization} に ${counted("ja", count, { other: "# 件" })}の未読メッセージがあります。`,
  hiddenByOrganization: "この組織では、メッセージの内容をメールに含めません。",
  hiddenByYou: "あなたの設定により、メッセージの内容はメールに表示されません。",
  open: "会話を表示",
  openOrganization: "組織を開く",
  more: (count) => counted("ja", count, { other: "ほか # 件のメッセージ。" }),
  moreConversations: (count) => counted("ja", count, { other: "未読メッセージのある会話がほかに # 件あります。" }),
  why: {
    direct: "未読のダイレクトメッセージがあるため、このメールをお送りしています。",
    mention: "あなたがメンションされたため、このメールをお送りしています。",
    everybody: "全員へのメンションがあったため、このメールをお送りしています。",
    followed: "フォロー中のトピックに投稿があったため、このメールをお送りしています。",
    channel: "このチャンネルのメール通知がオンになっているため、このメールをお送りしています。",
  },
  noReply: "このアドレスへの返信は読まれません。",
  reply: "このメールに返信すると、会話に投稿されます。",
  settings: "通知の設定",
  stop: "配信停止",
};

const ar: typeof en = {
  direct: (names, more) => `رسائل مباشرة مع ${listed("ar", names, more, { other: "# غيرهم" })}`,
  toYourself: "رسائل مباشرة مع نفسك",
  newMessages: "رسائل جديدة",
  missed: (count, organization) =>
    `${counted("ar", count, {
      zero: "ليس لديك رسائل غير مقروءة",
      one: "لديك رسالة واحدة غير مقروءة",
      two: "لديك رسالتان غير مقروءتين",
      few: "لديك # رسائل غير مقروءة",
      many: "لديك # رسالة غير مقروءة",
      other: "لديك # رسالة غير مقروءة",
    })} في ${organization}.`,
  hiddenByOrganization: "لا تُضمِّن مؤسستك محتوى الرسائل في البريد الإلكتروني.",
  hiddenByYou: "تُخفي إعداداتك محتوى الرسائل في البريد الإلكتروني.",
  open: "عرض المحادثة",
  openOrganization: "فتح المؤسسة",
  more: (count) =>
    counted("ar", count, {
      zero: "لا رسائل أخرى.",
      one: "ورسالة أخرى.",
      two: "ورسالتان أخريان.",
      few: "و# رسائل أخرى.",
      many: "و# رسالة أخرى.",
      other: "و# رسالة أخرى.",
    }),
  moreConversations: (count) =>
    counted("ar", count, {
      zero: "لا محادثات أخرى فيها رسائل غير مقروءة.",
      one: "ومحادثة أخرى فيها رسائل غير مقروءة.",
      two: "ومحادثتان أخريان فيهما رسائل غير مقروءة.",
      few: "و# محادثات أخرى فيها رسائل غير مقروءة.",
      many: "و# محادثة أخرى فيها رسائل غير مقروءة.",
      other: "و# محادثة أخرى فيها رسائل غير مقروءة.",
    }),
  why: {
    direct: "تصلك هذه الرسالة لأن لديك رسالة مباشرة غير مقروءة.",
    mention: "تصلك هذه الرسالة لأن شخصًا ما أشار إليك.",
    everybody: "تصلك هذه الرسالة لأن شخصًا ما أشار إلى الجميع هنا.",
    followed: "تصلك هذه الرسالة لأنك تتابع الموضوع.",
    channel: "تصلك هذه الرسالة لأنك شغّلت البريد الإلكتروني لهذه القناة.",
  },
  noReply: "لا تُقرأ الردود على هذا العنوان.",
  reply: "رُدّ على هذه الرسالة للنشر في المحادثة.",
  settings: "إعدادات الإشعارات",
  stop: "إلغاء الاشتراك",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
