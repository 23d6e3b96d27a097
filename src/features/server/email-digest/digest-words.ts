import { counted, type Language, listed } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `What you missed in ${organization}`,
  intro: (organization: string) => `It's been a few days since you were in ${organization}. In the past week:`,
  conversations: (count: number) =>
    counted("en", count, { one: "# busy conversation.", other: "# busy conversations." }),
  messages: (count: number) => counted("en", count, { one: "# message", other: "# messages" }),
  newChannels: (names: readonly string[], more: number) =>
    `New channels: ${listed("en", names, more, { other: "# more" })}`,
  newChannelsCount: (count: number) => counted("en", count, { one: "# new channel.", other: "# new channels." }),
  open: "Catch up",
  why: "You're getting this email because you've been away, at most once a week.",
  settings: "Notification settings",
  stop: "Unsubscribe",
};

const de: typeof en = {
  subject: (organization) => `Was du bei ${organization} verpasst hast`,
  intro: (organization) => `Du warst einige Tage nicht bei ${organization}. In der letzten Woche:`,
  conversations: (count) => counted("de", count, { one: "# rege Unterhaltung.", other: "# rege Unterhaltungen." }),
  messages: (count) => counted("de", count, { one: "# Nachricht", other: "# Nachrichten" }),
  newChannels: (names, more) => `Neue Kanäle: ${listed("de", names, more, { one: "# weiterer", other: "# weitere" })}`,
  newChannelsCount: (count) => counted("de", count, { one: "# neuer Kanal.", other: "# neue Kanäle." }),
  open: "Nachlesen",
  why: "Du bekommst diese E-Mail, weil du nicht da warst, höchstens einmal in der Woche.",
  settings: "Benachrichtigungseinstellungen",
  stop: "Abbestellen",
};

const es: typeof en = {
  subject: (organization) => `Lo que te perdiste en ${organization}`,
  intro: (organization) => `Hace unos días que no entras en ${organization}. En la última semana:`,
  conversations: (count) =>
    counted("es", count, { one: "# conversación animada.", other: "# conversaciones animadas." }),
  messages: (count) => counted("es", count, { one: "# mensaje", other: "# mensajes" }),
  newChannels: (names, more) => `Canales nuevos: ${listed("es", names, more, { other: "# más" })}`,
  newChannelsCount: (count) => counted("es", count, { one: "# canal nuevo.", other: "# canales nuevos." }),
  open: "Ponerse al día",
  why: "Recibes este correo electrónico porque has estado fuera, como máximo una vez por semana.",
  settings: "Ajustes de notificaciones",
  stop: "Cancelar suscripción",
};

const fr: typeof en = {
  subject: (organization) => `Ce que vous avez manqué dans ${organization}`,
  intro: (organization) => `Cela fait quelques jours que vous n’êtes pas venu dans ${organization}. Cette semaine :`,
  conversations: (count) => counted("fr", count, { one: "# conversation animée.", other: "# conversations animées." }),
  messages: (count) => counted("fr", count, { one: "# message", other: "# messages" }),
  newChannels: (names, more) => `Nouveaux canaux : ${listed("fr", names, more, { one: "# autre", other: "# autres" })}`,
  newChannelsCount: (count) => counted("fr", count, { one: "# nouveau canal.", other: "# nouveaux canaux." }),
  open: "Rattraper",
  why: "Vous recevez cet e-mail parce que vous étiez absent, au plus une fois par semaine.",
  settings: "Paramètres de notification",
  stop: "Se désabonner",
};

const ja: typeof en = {
  subject: (organization) => `${organization} の見逃した話題`,
  intro: (organization) => `${organization} を数日間ご覧になっていません。この 1 週間の話題：`,
  conversations: (count) => counted("ja", count, { other: "活発な会話が # 件ありました。" }),
  messages: (count) => counted("ja", count, { other: "# 件のメッセージ" }),
  newChannels: (names, more) => `新しいチャンネル：${listed("ja", names, more, { other: "ほか # 件" })}`,
  newChannelsCount: (count) => counted("ja", count, { other: "新しいチャンネル：# 件。" }),
  open: "まとめて見る",
  why: "このメールは、しばらくアクセスがないときに、週に 1 回まで送信されます。",
  settings: "通知の設定",
  stop: "配信停止",
};

const ar: typeof en = {
  subject: (organization) => `ما فاتك في ${organization}`,
  intro: (organization) => `مرّت أيام منذ آخر زيارة لك إلى ${organization}. في الأسبوع الماضي:`,
  conversations: (count) =>
    counted("ar", count, {
      zero: "لا محادثات نشطة.",
      one: "محادثة نشطة واحدة.",
      two: "محادثتان نشطتان.",
      few: "# محادثات نشطة.",
      many: "# محادثة نشطة.",
      other: "# محادثة نشطة.",
    }),
  messages: (count) =>
    counted("ar", count, {
      zero: "لا رسائل",
      one: "رسالة واحدة",
      two: "رسالتان",
      few: "# رسائل",
      many: "# رسالة",
      other: "# رسالة",
    }),
  newChannels: (names, more) => `قنوات جديدة: ${listed("ar", names, more, { other: "# غيرها" })}`,
  newChannelsCount: (count) =>
    counted("ar", count, {
      zero: "لا قنوات جديدة.",
      one: "قناة جديدة واحدة.",
      two: "قناتان جديدتان.",
      few: "# قنوات جديدة.",
      many: "# قناة جديدة.",
      other: "# قناة جديدة.",
    }),
  open: "متابعة ما فات",
  why: "تصلك هذه الرسالة لأنك غبت، مرة في الأسبوع على الأكثر.",
  settings: "إعدادات الإشعارات",
  stop: "إلغاء الاشتراك",
};

export const digestWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
