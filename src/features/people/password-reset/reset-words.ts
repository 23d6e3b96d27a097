import type { Language } from "../../../protocol/language.ts";

const en = {
  forgotten: "Forgot your password?",
  sayAddress: "Enter your email address and we'll send you a link to reset your password.",
  email: "Email",
  send: "Send reset link",
  toLogin: "Back to login",
  onItsWay: "Check your email",
  /** Text before and after the address. */
  letterSent: ["If ", " has an account here, we've sent it an email. The link in it works for an hour."],
  nothingCame:
    "Didn't get it? Check your spam folder or try another address. We send each address at most two emails an hour.",
  noMail:
    "This server can't send email, so it can't send a reset link. Ask an administrator for one: they can create it under “People” in the settings.",
  noAdministrator: ["If you're the only owner, your server administrator can create the link: ", "."],
  choose: "Choose a new password",
  password: "New password",
  endKeys: "Also log me out of apps and scripts",
  endKeysHint: "Browsers are always logged out. Keep this on if someone else might know the old password.",
  save: "Save and log in",
  anotherLink: "Send me another link",
};

const de: typeof en = {
  forgotten: "Passwort vergessen?",
  sayAddress: "Gib deine E-Mail-Adresse ein, und wir schicken dir einen Link, mit dem du dein Passwort zurücksetzt.",
  email: "E-Mail",
  send: "Link senden",
  toLogin: "Zurück zur Anmeldung",
  onItsWay: "Schau in deine E-Mails",
  letterSent: [
    "Wenn ",
    " hier ein Konto hat, haben wir eine E-Mail dorthin geschickt. Der Link darin gilt eine Stunde.",
  ],
  nothingCame:
    "Nichts angekommen? Sieh im Spam-Ordner nach, oder versuche eine andere Adresse. An jede gehen höchstens zwei E-Mails in der Stunde.",
  noMail:
    "Dieser Server kann keine E-Mails senden, also auch keinen Link. Bitte die Administration um einen: Sie kann ihn in den Einstellungen unter „Personen“ erstellen.",
  noAdministrator: ["Wenn du der einzige Besitzer bist, kann den Link erstellen, wer den Server betreibt: ", "."],
  choose: "Neues Passwort wählen",
  password: "Neues Passwort",
  endKeys: "Auch aus Apps und Skripten abmelden",
  endKeysHint: "Browser werden immer abgemeldet. Lass das an, wenn jemand das alte Passwort kennen könnte.",
  save: "Speichern und anmelden",
  anotherLink: "Neuen Link zuschicken",
};

const es: typeof en = {
  forgotten: "¿Olvidaste tu contraseña?",
  sayAddress: "Escribe tu correo electrónico y te enviaremos un enlace para restablecer la contraseña.",
  email: "Correo electrónico",
  send: "Enviar enlace",
  toLogin: "Volver al inicio de sesión",
  onItsWay: "Revisa tu correo electrónico",
  letterSent: [
    "Si ",
    " tiene una cuenta aquí, le hemos enviado un correo electrónico. El enlace que contiene funciona durante una hora.",
  ],
  nothingCame:
    "¿No te ha llegado? Revisa la carpeta de spam o prueba con otra dirección. Enviamos como máximo dos correos por hora a cada dirección.",
  noMail:
    "Este servidor no puede enviar correos electrónicos, así que tampoco un enlace. Pide uno a la administración: puede crearlo en «Personas», en los ajustes.",
  noAdministrator: ["Si eres la única persona propietaria, quien administra el servidor puede crear el enlace: ", "."],
  choose: "Elige una contraseña nueva",
  password: "Contraseña nueva",
  endKeys: "Cerrar también la sesión de aplicaciones y scripts",
  endKeysHint:
    "La sesión de los navegadores siempre se cierra. Déjalo activado si alguien más puede conocer la contraseña anterior.",
  save: "Guardar e iniciar sesión",
  anotherLink: "Enviarme otro enlace",
};

const fr: typeof en = {
  forgotten: "Mot de passe oublié ?",
  sayAddress: "Saisissez votre adresse e-mail et nous vous enverrons un lien pour réinitialiser votre mot de passe.",
  email: "E-mail",
  send: "Envoyer le lien",
  toLogin: "Retour à la connexion",
  onItsWay: "Consultez vos e-mails",
  letterSent: [
    "Si ",
    " a un compte ici, nous lui avons envoyé un e-mail. Le lien qu’il contient est valable une heure.",
  ],
  nothingCame:
    "Rien reçu ? Vérifiez vos courriers indésirables ou essayez une autre adresse. Nous envoyons au plus deux e-mails par heure à chaque adresse.",
  noMail:
    "Ce serveur ne peut pas envoyer d’e-mails, donc pas de lien non plus. Demandez-en un à l’administration : elle peut le créer sous « Personnes » dans les paramètres.",
  noAdministrator: ["Si vous êtes le seul propriétaire, la personne qui gère le serveur peut créer le lien : ", "."],
  choose: "Choisissez un nouveau mot de passe",
  password: "Nouveau mot de passe",
  endKeys: "Déconnecter aussi les applications et les scripts",
  endKeysHint:
    "Les navigateurs sont toujours déconnectés. Laissez cette option activée si quelqu’un d’autre peut connaître l’ancien mot de passe.",
  save: "Enregistrer et se connecter",
  anotherLink: "M’envoyer un autre lien",
};

const ja: typeof en = {
  forgotten: "パスワードをお忘れですか？",
  sayAddress: "メールアドレスを入力してください。パスワードをリセットするリンクをお送りします。",
  email: "メールアドレス",
  send: "リンクを送信",
  toLogin: "ログインに戻る",
  onItsWay: "メールを確認してください",
  letterSent: ["", " のアカウントがある場合は、メールを送信しました。メールのリンクは 1 時間有効です。"],
  nothingCame:
    "届きませんか？迷惑メールフォルダーを確認するか、別のアドレスをお試しください。1 つのアドレスに送信するメールは 1 時間に 2 通までです。",
  noMail:
    "このサーバーはメールを送信できないため、リンクを送信できません。管理者に依頼してください。管理者は設定の「メンバー」でリンクを作成できます。",
  noAdministrator: ["あなたが唯一のオーナーの場合は、サーバーの運営者がリンクを作成できます：", ""],
  choose: "新しいパスワードを設定",
  password: "新しいパスワード",
  endKeys: "アプリとスクリプトからもログアウトする",
  endKeysHint:
    "ブラウザーからは必ずログアウトします。他の人が以前のパスワードを知っている可能性がある場合は、オンのままにしてください。",
  save: "保存してログイン",
  anotherLink: "別のリンクを送信",
};

const ar: typeof en = {
  forgotten: "هل نسيت كلمة المرور؟",
  sayAddress: "أدخل بريدك الإلكتروني وسنرسل إليك رابطًا لإعادة تعيين كلمة المرور.",
  email: "البريد الإلكتروني",
  send: "إرسال الرابط",
  toLogin: "العودة إلى تسجيل الدخول",
  onItsWay: "تحقق من بريدك الإلكتروني",
  letterSent: ["إذا كان لـ ", " حساب هنا، فقد أرسلنا إليه رسالة بريد إلكتروني. الرابط فيها صالح لمدة ساعة."],
  nothingCame:
    "لم يصلك شيء؟ تحقق من مجلد الرسائل غير المرغوب فيها أو جرّب عنوانًا آخر. نرسل إلى كل عنوان رسالتين في الساعة على الأكثر.",
  noMail:
    "لا يستطيع هذا الخادم إرسال البريد الإلكتروني، ولا إرسال رابط إذن. اطلب رابطًا من الإدارة: يمكنها إنشاؤه من قسم «الأشخاص» في الإعدادات.",
  noAdministrator: ["إذا كنت المالك الوحيد، فيمكن لمن يدير الخادم إنشاء الرابط: ", "."],
  choose: "اختيار كلمة مرور جديدة",
  password: "كلمة المرور الجديدة",
  endKeys: "تسجيل الخروج من التطبيقات والبرامج النصية أيضًا",
  endKeysHint: "يتم دائمًا تسجيل الخروج من المتصفحات. اترك هذا مفعَّلًا إذا كان غيرك قد يعرف كلمة المرور القديمة.",
  save: "الحفظ وتسجيل الدخول",
  anotherLink: "إرسال رابط آخر",
};

export const resetWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
