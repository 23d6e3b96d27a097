import { counted, type Language } from "../../../../protocol/language.ts";

/** A problem of the server, worded for people who can't fix it themselves. */
interface Warning {
  readonly fact: string;
  readonly advice: string;
}

/** A problem that is also emailed to the server's operator, with the subject and how to fix it. */
export interface ServerWarning extends Warning {
  readonly subject: string;
  readonly cure: string;
}

const gigabytes = (language: Language, bytes: number) =>
  `${(bytes / 1e9).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`;
const percent = (language: Language, part: number, all: number) =>
  new Intl.NumberFormat(language, { style: "percent", roundingMode: "floor" }).format(part / Math.max(1, all));

const en = {
  filling: (bytes: number, limit: number): ServerWarning => ({
    subject: "A database of your Parley server is filling up",
    cure: "Move organizations to another database, raise DATABASE_LIMIT_MB if it can take more, or have old messages deleted.",
    fact:
      `The database that keeps the texts of messages is ${percent("en", bytes, limit)} full (${gigabytes("en", bytes)} of ${gigabytes("en", limit)}). ` +
      "Once it's full, people can keep talking, but search and older messages wait until there is room.",
    advice:
      "The server administrator can move the organization to another database (`POST /organizations/move`), and you can " +
      "set a message retention in the organization's settings.",
  }),
  refused: (rows: number): ServerWarning => ({
    subject: "A database of your Parley server refuses rows",
    cure: "Look for row_parked in the log: it names the rows and the error.",
    fact:
      `The database that keeps the texts of messages doesn't accept ${counted("en", rows, { one: "# row", other: "# rows" })} of this ` +
      "organization. They are set aside and tried again each day. Until then, search and older messages can lack them.",
    advice: "Ask the server administrator to look for `row_parked` in the log.",
  }),
  disk: (left: number, all: number): ServerWarning => ({
    subject: "The disk of your Parley server is filling up",
    cure: "Make room on the disk of the data directory.",
    fact:
      `The disk of this server is filling up: ${gigabytes("en", left)} of ${gigabytes("en", all)} are left (${percent("en", left, all)}). ` +
      "Once it's full, no messages or files can be saved.",
    advice: "Ask the server administrator to make room.",
  }),
  backup: (last: string): ServerWarning => ({
    subject: "Your Parley server has not been backed up for a week",
    cure: 'Run "parley backup" and read what it says, and look at the timer that runs it.',
    fact: `The last complete backup of this server was made more than a week ago (${last}). What came later exists only once.`,
    advice: "Ask the server administrator to check the backups.",
  }),
  mail: (since: string, failures: number, reason: string): Warning => ({
    fact:
      `This server hasn't been able to send email since ${since} (${counted("en", failures, { one: "# failed attempt", other: "# failed attempts" })}). ` +
      `The last error: \`${reason}\`. Invitations, password reset links and email notifications ` +
      "don't arrive. Each email is retried for a day.",
    advice: "Ask the server administrator to check the mail settings.",
  }),
  /** Why the email was sent, and by which organization. */
  why: (url: string) =>
    `Sent by ${url}, because this address is the server's OPERATOR_EMAIL. You get one email per problem.`,
  mailAgain: (since: string) => `Email works again. It had been failing since ${since}.`,
};

const de: typeof en = {
  filling: (bytes, limit) => ({
    subject: "Eine Datenbank deines Parley-Servers wird voll",
    cure: "Zieh Organisationen in eine andere Datenbank um, erhöhe DATABASE_LIMIT_MB, wenn mehr hineinpasst, oder lass alte Nachrichten löschen.",
    fact:
      `Die Datenbank mit den Texten der Nachrichten ist zu ${percent("de", bytes, limit)} voll (${gigabytes("de", bytes)} von ${gigabytes("de", limit)}). ` +
      "Ist sie ganz voll, können alle weiterschreiben, aber die Suche und ältere Nachrichten warten, bis wieder Platz ist.",
    advice:
      "Die Serveradministration kann die Organisation in eine andere Datenbank umziehen (`POST /organizations/move`), und " +
      "in den Einstellungen der Organisation lässt sich festlegen, wie lange Nachrichten aufbewahrt werden.",
  }),
  refused: (rows) => ({
    subject: "Eine Datenbank deines Parley-Servers lehnt Zeilen ab",
    cure: "Such im Log nach row_parked: Dort stehen die Zeilen und der Fehler.",
    fact:
      `Die Datenbank mit den Texten der Nachrichten nimmt ${counted("de", rows, { one: "# Zeile", other: "# Zeilen" })} dieser Organisation ` +
      "nicht an. Sie sind beiseitegelegt und werden jeden Tag erneut versucht. Bis dahin können sie in der Suche und unter " +
      "älteren Nachrichten fehlen.",
    advice: "Bitte die Serveradministration, im Log nach `row_parked` zu suchen.",
  }),
  disk: (left, all) => ({
    subject: "Die Festplatte deines Parley-Servers wird voll",
    cure: "Schaff Platz auf der Festplatte mit dem Datenverzeichnis.",
    fact:
      `Die Festplatte dieses Servers wird voll: ${gigabytes("de", left)} von ${gigabytes("de", all)} sind frei (${percent("de", left, all)}). ` +
      "Ist sie voll, lassen sich keine Nachrichten und Dateien mehr speichern.",
    advice: "Bitte die Serveradministration, Platz zu schaffen.",
  }),
  backup: (last) => ({
    subject: "Dein Parley-Server wurde seit einer Woche nicht gesichert",
    cure: 'Führ "parley backup" aus und lies, was es sagt, und prüf den Zeitplan, der es aufruft.',
    fact: `Die letzte vollständige Sicherung dieses Servers ist über eine Woche alt (${last}). Was danach kam, gibt es nur einmal.`,
    advice: "Bitte die Serveradministration, die Sicherungen zu prüfen.",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `Dieser Server kann seit ${since} keine E-Mails senden (${counted("de", failures, { one: "# Versuch ist", other: "# Versuche sind" })} gescheitert). Der letzte Fehler: ` +
      `\`${reason}\`. Einladungen, Links für neue Passwörter und Benachrichtigungen kommen nicht an. Jede E-Mail wird einen ` +
      "Tag lang erneut versucht.",
    advice: "Bitte die Serveradministration, die Einstellungen für E-Mails zu prüfen.",
  }),
  why: (url) =>
    `Gesendet von ${url}, weil diese Adresse OPERATOR_EMAIL des Servers ist. Zu jedem Problem kommt eine E-Mail.`,
  mailAgain: (since) => `E-Mails kommen wieder an. Seit ${since} war keine gesendet worden.`,
};

const es: typeof en = {
  filling: (bytes, limit) => ({
    subject: "Una base de datos de tu servidor Parley se está llenando",
    cure: "Mueve organizaciones a otra base de datos, aumenta DATABASE_LIMIT_MB si admite más, o haz que se eliminen mensajes antiguos.",
    fact:
      `La base de datos que guarda los textos de los mensajes está al ${percent("es", bytes, limit)} (${gigabytes("es", bytes)} de ${gigabytes("es", limit)}). ` +
      "Cuando se llene, se podrá seguir conversando, pero la búsqueda y los mensajes antiguos esperarán hasta que haya espacio.",
    advice:
      "La administración del servidor puede mover la organización a otra base de datos (`POST /organizations/move`), y tú puedes " +
      "definir cuánto tiempo se conservan los mensajes en los ajustes de la organización.",
  }),
  refused: (rows) => ({
    subject: "Una base de datos de tu servidor Parley rechaza filas",
    cure: "Busca row_parked en el registro: nombra las filas y el error.",
    fact:
      `La base de datos que guarda los textos de los mensajes no acepta ${counted("es", rows, { one: "# fila", other: "# filas" })} de esta ` +
      "organización. Se apartan y se reintentan cada día. Hasta entonces pueden faltar en la búsqueda y entre los mensajes antiguos.",
    advice: "Pide a la administración del servidor que busque `row_parked` en el registro.",
  }),
  disk: (left, all) => ({
    subject: "El disco de tu servidor Parley se está llenando",
    cure: "Haz espacio en el disco del directorio de datos.",
    fact:
      `El disco de este servidor se está llenando: quedan ${gigabytes("es", left)} de ${gigabytes("es", all)} (${percent("es", left, all)}). ` +
      "Cuando se llene, no se podrán guardar mensajes ni archivos.",
    advice: "Pide a la administración del servidor que haga espacio.",
  }),
  backup: (last) => ({
    subject: "Tu servidor Parley lleva una semana sin copia de seguridad",
    cure: 'Ejecuta "parley backup", lee lo que dice y revisa el temporizador que lo ejecuta.',
    fact: `La última copia de seguridad completa de este servidor tiene más de una semana (${last}). Lo que llegó después existe una sola vez.`,
    advice: "Pide a la administración del servidor que revise las copias de seguridad.",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `Este servidor no puede enviar correos electrónicos desde ${since} (${counted("es", failures, { one: "# intento fallido", other: "# intentos fallidos" })}). El último error: ` +
      `\`${reason}\`. No llegan las invitaciones, los enlaces para restablecer contraseñas ni las notificaciones por correo. Cada ` +
      "correo se reintenta durante un día.",
    advice: "Pide a la administración del servidor que revise la configuración del correo.",
  }),
  why: (url) =>
    `Enviado por ${url}, porque esta dirección es OPERATOR_EMAIL del servidor. Recibes un correo por cada problema.`,
  mailAgain: (since) => `El correo electrónico vuelve a funcionar. Fallaba desde ${since}.`,
};

const fr: typeof en = {
  filling: (bytes, limit) => ({
    subject: "Une base de données de votre serveur Parley se remplit",
    cure: "Déplacez des organisations vers une autre base de données, augmentez DATABASE_LIMIT_MB si elle peut contenir plus, ou faites supprimer d’anciens messages.",
    fact:
      `La base de données des textes des messages est pleine à ${percent("fr", bytes, limit)} (${gigabytes("fr", bytes)} sur ${gigabytes("fr", limit)}). ` +
      "Une fois pleine, chacun pourra continuer à échanger, mais la recherche et les anciens messages attendront qu’il y ait de la place.",
    advice:
      "L’administration du serveur peut déplacer l’organisation vers une autre base de données (`POST /organizations/move`), et vous " +
      "pouvez fixer la durée de conservation des messages dans les paramètres de l’organisation.",
  }),
  refused: (rows) => ({
    subject: "Une base de données de votre serveur Parley refuse des lignes",
    cure: "Cherchez row_parked dans le journal : il nomme les lignes et l’erreur.",
    fact:
      `La base de données des textes des messages n’accepte pas ${counted("fr", rows, { one: "# ligne", other: "# lignes" })} de cette ` +
      "organisation. Elles sont mises de côté et réessayées chaque jour. D’ici là, elles peuvent manquer dans la recherche et parmi " +
      "les anciens messages.",
    advice: "Demandez à l’administration du serveur de chercher `row_parked` dans le journal.",
  }),
  disk: (left, all) => ({
    subject: "Le disque de votre serveur Parley se remplit",
    cure: "Faites de la place sur le disque du répertoire de données.",
    fact:
      `Le disque de ce serveur se remplit : il reste ${gigabytes("fr", left)} sur ${gigabytes("fr", all)} (${percent("fr", left, all)}). ` +
      "Une fois plein, plus aucun message ni fichier ne pourra être enregistré.",
    advice: "Demandez à l’administration du serveur de faire de la place.",
  }),
  backup: (last) => ({
    subject: "Votre serveur Parley n’a pas été sauvegardé depuis une semaine",
    cure: 'Exécutez "parley backup", lisez ce qu’il indique et vérifiez le minuteur qui le lance.',
    fact: `La dernière sauvegarde complète de ce serveur date de plus d’une semaine (${last}). Ce qui est venu ensuite n’existe qu’une fois.`,
    advice: "Demandez à l’administration du serveur de vérifier les sauvegardes.",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `Ce serveur ne peut plus envoyer d’e-mails depuis ${since} (${counted("fr", failures, { one: "# tentative échouée", other: "# tentatives échouées" })}). La dernière erreur : ` +
      `\`${reason}\`. Les invitations, les liens de réinitialisation et les notifications par e-mail n’arrivent pas. Chaque e-mail est ` +
      "réessayé pendant un jour.",
    advice: "Demandez à l’administration du serveur de vérifier les paramètres d’e-mail.",
  }),
  why: (url) =>
    `Envoyé par ${url}, car cette adresse est OPERATOR_EMAIL du serveur. Vous recevez un e-mail par problème.`,
  mailAgain: (since) => `Les e-mails fonctionnent de nouveau. Ils échouaient depuis ${since}.`,
};

const ja: typeof en = {
  filling: (bytes, limit) => ({
    subject: "Parley サーバーのデータベースの空きが少なくなっています",
    cure: "組織を別のデータベースに移動するか、余裕があれば DATABASE_LIMIT_MB を増やすか、古いメッセージを削除してください。",
    fact:
      `メッセージの本文を保存するデータベースの ${percent("ja", bytes, limit)} が使用されています（${gigabytes("ja", limit)} 中 ${gigabytes("ja", bytes)}）。` +
      "いっぱいになっても会話は続けられますが、空きができるまで検索と古いメッセージは利用できません。",
    advice:
      "サーバー管理者は組織を別のデータベースに移動できます（`POST /organizations/move`）。また、組織の設定で" +
      "メッセージの保存期間を設定できます。",
  }),
  refused: (rows) => ({
    subject: "Parley サーバーのデータベースが行を受け付けません",
    cure: "ログで row_parked を探してください。該当する行とエラーが記録されています。",
    fact:
      `メッセージの本文を保存するデータベースが、この組織の ${counted("ja", rows, { other: "# 行" })}を受け付けません。該当する行は保留され、毎日再試行されます。` +
      "それまでは、検索や古いメッセージに表示されないことがあります。",
    advice: "ログで `row_parked` を探すよう、サーバー管理者に依頼してください。",
  }),
  disk: (left, all) => ({
    subject: "Parley サーバーのディスクの空きが少なくなっています",
    cure: "データディレクトリのあるディスクの空きを増やしてください。",
    fact:
      `このサーバーのディスクの空きが少なくなっています：${gigabytes("ja", all)} 中、残り ${gigabytes("ja", left)}（${percent("ja", left, all)}）。` +
      "いっぱいになると、メッセージやファイルを保存できなくなります。",
    advice: "空きを増やすよう、サーバー管理者に依頼してください。",
  }),
  backup: (last) => ({
    subject: "Parley サーバーが 1 週間バックアップされていません",
    cure: "「parley backup」を実行して表示内容を確認し、それを実行するタイマーも確認してください。",
    fact: `このサーバーの最後の完全なバックアップから 1 週間以上経過しています（${last}）。それ以降のデータは 1 か所にしかありません。`,
    advice: "バックアップを確認するよう、サーバー管理者に依頼してください。",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `このサーバーは ${since} からメールを送信できません（失敗 ${counted("ja", failures, { other: "# 回" })}）。最後のエラー：\`${reason}\`。` +
      "招待、パスワードのリセットリンク、メール通知が届きません。各メールは 1 日間再試行されます。",
    advice: "メールの設定を確認するよう、サーバー管理者に依頼してください。",
  }),
  why: (url) =>
    `このアドレスがサーバーの OPERATOR_EMAIL に設定されているため、${url} から送信されています。メールは問題ごとに 1 通です。`,
  mailAgain: (since) => `メールを再び送信できるようになりました。${since} から失敗していました。`,
};

const ar: typeof en = {
  filling: (bytes, limit) => ({
    subject: "قاعدة بيانات في خادم Parley توشك على الامتلاء",
    cure: "انقل مؤسسات إلى قاعدة بيانات أخرى، أو ارفع DATABASE_LIMIT_MB إذا كانت تتسع لأكثر، أو احذف الرسائل القديمة.",
    fact:
      `قاعدة البيانات التي تحفظ نصوص الرسائل ممتلئة بنسبة ${percent("ar", bytes, limit)} (${gigabytes("ar", bytes)} من ${gigabytes("ar", limit)}). ` +
      "عند امتلائها يمكن مواصلة المحادثة، لكن البحث والرسائل القديمة ينتظران حتى تتوفر مساحة.",
    advice:
      "يمكن لمدير الخادم نقل المؤسسة إلى قاعدة بيانات أخرى (`POST /organizations/move`)، ويمكنك تحديد مدة الاحتفاظ بالرسائل " +
      "في إعدادات المؤسسة.",
  }),
  refused: (rows) => ({
    subject: "قاعدة بيانات في خادم Parley ترفض صفوفًا",
    cure: "ابحث عن row_parked في السجل: يذكر الصفوف والخطأ.",
    fact:
      `قاعدة البيانات التي تحفظ نصوص الرسائل لا تقبل ${counted("ar", rows, { zero: "صفوفًا", one: "صفًا واحدًا", two: "صفين", few: "# صفوف", many: "# صفًا", other: "# صف" })} من هذه ` +
      "المؤسسة. توضع جانبًا ويُعاد إرسالها كل يوم. وحتى ذلك الحين قد تغيب عن البحث وعن الرسائل القديمة.",
    advice: "اطلب من مدير الخادم البحث عن `row_parked` في السجل.",
  }),
  disk: (left, all) => ({
    subject: "قرص خادم Parley يوشك على الامتلاء",
    cure: "وفّر مساحة على قرص مجلد البيانات.",
    fact:
      `قرص هذا الخادم يوشك على الامتلاء: بقي ${gigabytes("ar", left)} من ${gigabytes("ar", all)} (${percent("ar", left, all)}). ` +
      "عند امتلائه لا يمكن حفظ رسائل ولا ملفات.",
    advice: "اطلب من مدير الخادم توفير مساحة.",
  }),
  backup: (last) => ({
    subject: "لم يُنسخ خادم Parley احتياطيًا منذ أسبوع",
    cure: "شغّل «parley backup» واقرأ ما يقوله، وافحص المؤقت الذي يشغّله.",
    fact: `مرّ أكثر من أسبوع على آخر نسخة احتياطية كاملة لهذا الخادم (${last}). ما جاء بعدها موجود مرة واحدة فقط.`,
    advice: "اطلب من مدير الخادم فحص النسخ الاحتياطية.",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `لا يستطيع هذا الخادم إرسال البريد الإلكتروني منذ ${since} (عدد المحاولات الفاشلة: ${counted("ar", failures, { other: "#" })}). الخطأ الأخير: ` +
      `\`${reason}\`. لا تصل الدعوات وروابط إعادة تعيين كلمة المرور وإشعارات البريد. تُعاد محاولة كل رسالة لمدة يوم.`,
    advice: "اطلب من مدير الخادم فحص إعدادات البريد.",
  }),
  why: (url) => `أرسلها ${url} لأن هذا العنوان هو OPERATOR_EMAIL للخادم. تصلك رسالة واحدة عن كل مشكلة.`,
  mailAgain: (since) => `عاد البريد الإلكتروني إلى العمل. كان متوقفًا منذ ${since}.`,
};

export type WarningWords = typeof en;
export const warningWords: Readonly<Record<Language, WarningWords>> = { en, de, es, fr, ja, ar };
