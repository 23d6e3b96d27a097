import { counted, type Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `What you missed in ${organization}`,
  intro: (organization: string) => `It's been a few days since you were in ${organization}. In the past week:`,
  conversations: (count: number) => (count === 1 ? "1 busy conversation." : `${count} busy conversations.`),
  messages: (count: number) => (count === 1 ? "1 message" : `${count} messages`),
  newChannels: (names: readonly string[], more: number) =>
    `New channels: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  newChannelsCount: (count: number) => (count === 1 ? "1 new channel." : `${count} new channels.`),
  open: "Catch up",
  why: "You're getting this email because you've been away, at most once a week.",
  settings: "Notification settings",
  stop: "Unsubscribe",
};

const de: typeof en = {
  subject: (organization) => `Was du bei ${organization} verpasst hast`,
  intro: (organization) => `Du warst einige Tage nicht bei ${organization}. In der letzten Woche:`,
  conversations: (count) => (count === 1 ? "1 rege Unterhaltung." : `${count} rege Unterhaltungen.`),
  messages: (count) => (count === 1 ? "1 Nachricht" : `${count} Nachrichten`),
  newChannels: (names, more) => `Neue Kanäle: ${names.join(", ")}${more === 0 ? "" : ` und ${more} weitere`}`,
  newChannelsCount: (count) => (count === 1 ? "1 neuer Kanal." : `${count} neue Kanäle.`),
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
  newChannels: (names, more) => `Canales nuevos: ${names.join(", ")}${more === 0 ? "" : ` y ${more} más`}`,
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
  newChannels: (names, more) => `Nouveaux canaux : ${names.join(", ")}${more === 0 ? "" : ` et ${more} de plus`}`,
  newChannelsCount: (count) => counted("fr", count, { one: "# nouveau canal.", other: "# nouveaux canaux." }),
  open: "Rattraper",
  why: "Vous recevez cet e-mail parce que vous étiez absent, au plus une fois par semaine.",
  settings: "Paramètres de notification",
  stop: "Se désabonner",
};

const ja: typeof en = {
  subject: (organization) => `${organization} の見逃した話題`,
  intro: (organization) => `${organization} を数日間ご覧になっていません。この 1 週間の話題：`,
  conversations: (count) => `活発な会話が ${count} 件ありました。`,
  messages: (count) => `${count} 件のメッセージ`,
  newChannels: (names, more) => `新しいチャンネル：${names.join("、")}${more === 0 ? "" : `、ほか ${more} 件`}`,
  newChannelsCount: (count) => `新しいチャンネル：${count} 件。`,
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
  newChannels: (names, more) =>
    `قنوات جديدة: ${names.join("، ")}${more === 0 ? "" : counted("ar", more, { other: " و# غيرها" })}`,
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
