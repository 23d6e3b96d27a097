import type { Language } from "../../../../protocol/language.ts";

const en = {
  fails: (since: string, error: string) =>
    `The audit log hasn't been delivered to its destination since ${since}. The last error: \`${error}\`. No entry is lost: ` +
    "delivery is retried every hour. You can check the destination in the settings, under Audit log.",
  works: (since: string) => `The audit log is delivered to its destination again. It had been failing since ${since}.`,
};

export type PushWords = typeof en;

const de: PushWords = {
  fails: (since, error) =>
    `Das Audit-Protokoll wurde seit ${since} nicht mehr an sein Ziel geliefert. Der letzte Fehler: \`${error}\`. Kein Eintrag geht ` +
    "verloren: Die Lieferung wird jede Stunde erneut versucht. Das Ziel steht in den Einstellungen unter „Audit-Protokoll“.",
  works: (since) =>
    `Das Audit-Protokoll wird wieder an sein Ziel geliefert. Seit ${since} war die Lieferung gescheitert.`,
};

const es: PushWords = {
  fails: (since, error) =>
    `El registro de auditoría no se entrega a su destino desde ${since}. Último error: \`${error}\`. No se pierde ninguna ` +
    "entrada: la entrega se reintenta cada hora. Puedes revisar el destino en los ajustes, en Registro de auditoría.",
  works: (since) => `El registro de auditoría vuelve a entregarse a su destino. Fallaba desde ${since}.`,
};

const fr: PushWords = {
  fails: (since, error) =>
    `Le journal d’audit n’est plus transmis à sa destination depuis ${since}. Dernière erreur : \`${error}\`. Aucune entrée ` +
    "n’est perdue : l’envoi est retenté toutes les heures. La destination se trouve dans les paramètres, sous Journal d’audit.",
  works: (since) => `Le journal d’audit est de nouveau transmis à sa destination. L’envoi échouait depuis ${since}.`,
};

const ja: PushWords = {
  fails: (since, error) =>
    `${since} から監査ログを送信先に送信できていません。最後のエラー: \`${error}\`。記録は失われません。` +
    "1 時間ごとに再送信されます。送信先は設定の「監査ログ」で確認できます。",
  works: (since) => `監査ログを送信先に再び送信できるようになりました。${since} から失敗していました。`,
};

const ar: PushWords = {
  fails: (since, error) =>
    `لم يُسلَّم سجل التدقيق إلى وجهته منذ ${since}. آخر خطأ: \`${error}\`. لن يضيع أي إدخال: تُعاد المحاولة كل ساعة. ` +
    "يمكنك التحقق من الوجهة في الإعدادات ضمن «سجل التدقيق».",
  works: (since) => `عاد تسليم سجل التدقيق إلى وجهته. كان متوقفًا منذ ${since}.`,
};

export const pushWords: Readonly<Record<Language, PushWords>> = { en, de, es, fr, ja, ar };
