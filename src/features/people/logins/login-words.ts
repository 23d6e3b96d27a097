import type { Language } from "../../../protocol/language.ts";

const en = {
  title: (organization: string) => `Log in to ${organization}`,
  email: "Email",
  password: "Password",
  logIn: "Log in",
  passkey: {
    label: "Use a passkey",
    refused: "This passkey isn't registered here.",
    failed: "Couldn't log in with your passkey. Try again.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  anew: "Start over",
  logInWith: (service: string) => `Log in with ${service}`,
  or: "or",
  forgotten: "Forgot password?",
  forgottenNoMail: "Forgot your password? Ask an administrator for help: this server can't send email.",
  lookAround: "View without an account",
  noPasswords: "Password login is turned off here. Ask an administrator how to log in.",
};

const de: typeof en = {
  title: (organization) => `Bei ${organization} anmelden`,
  email: "E-Mail",
  password: "Passwort",
  logIn: "Anmelden",
  passkey: {
    label: "Passkey verwenden",
    refused: "Dieser Passkey ist hier nicht registriert.",
    failed: "Die Anmeldung mit dem Passkey ist fehlgeschlagen. Versuche es noch einmal.",
  },
  code: "Code",
  codeHint: "Aus deiner Authenticator-App, oder einer deiner Wiederherstellungscodes.",
  anew: "Von vorn beginnen",
  logInWith: (service) => `Mit ${service} anmelden`,
  or: "oder",
  forgotten: "Passwort vergessen?",
  forgottenNoMail: "Passwort vergessen? Bitte die Administration um Hilfe: Dieser Server kann keine E-Mails senden.",
  lookAround: "Ohne Konto ansehen",
  noPasswords: "Die Anmeldung mit Passwort ist hier ausgeschaltet. Frag die Administration, wie du dich anmeldest.",
};

const es: typeof en = {
  title: (organization) => `Iniciar sesión en ${organization}`,
  email: "Correo electrónico",
  password: "Contraseña",
  logIn: "Iniciar sesión",
  passkey: {
    label: "Usar una llave de acceso",
    refused: "Esta llave de acceso no está registrada aquí.",
    failed: "No se pudo iniciar sesión con la llave de acceso. Inténtalo de nuevo.",
  },
  code: "Código",
  codeHint: "De tu aplicación de autenticación, o uno de tus códigos de recuperación.",
  anew: "Empezar de nuevo",
  logInWith: (service) => `Iniciar sesión con ${service}`,
  or: "o",
  forgotten: "¿Olvidaste la contraseña?",
  forgottenNoMail:
    "¿Olvidaste la contraseña? Pide ayuda a la administración: este servidor no puede enviar correos electrónicos.",
  lookAround: "Ver sin una cuenta",
  noPasswords: "Aquí no se puede iniciar sesión con contraseña. Pregunta a la administración cómo hacerlo.",
};

const fr: typeof en = {
  title: (organization) => `Se connecter à ${organization}`,
  email: "E-mail",
  password: "Mot de passe",
  logIn: "Se connecter",
  passkey: {
    label: "Utiliser une clé d’accès",
    refused: "Cette clé d’accès n’est pas enregistrée ici.",
    failed: "Impossible de se connecter avec la clé d’accès. Réessayez.",
  },
  code: "Code",
  codeHint: "Celui de votre application d’authentification, ou l’un de vos codes de récupération.",
  anew: "Recommencer",
  logInWith: (service) => `Se connecter avec ${service}`,
  or: "ou",
  forgotten: "Mot de passe oublié ?",
  forgottenNoMail:
    "Mot de passe oublié ? Demandez de l’aide à l’administration : ce serveur ne peut pas envoyer d’e-mails.",
  lookAround: "Consulter sans compte",
  noPasswords: "La connexion par mot de passe est désactivée ici. Demandez à l’administration comment vous connecter.",
};

const ja: typeof en = {
  title: (organization) => `${organization} にログイン`,
  email: "メールアドレス",
  password: "パスワード",
  logIn: "ログイン",
  passkey: {
    label: "パスキーを使用",
    refused: "このパスキーはここには登録されていません。",
    failed: "パスキーでログインできませんでした。もう一度お試しください。",
  },
  code: "コード",
  codeHint: "認証アプリに表示されるコード、またはリカバリーコードの 1 つ。",
  anew: "最初からやり直す",
  logInWith: (service) => `${service} でログイン`,
  or: "または",
  forgotten: "パスワードをお忘れですか？",
  forgottenNoMail: "パスワードをお忘れですか？このサーバーはメールを送信できないため、管理者に依頼してください。",
  lookAround: "アカウントなしで閲覧",
  noPasswords: "ここではパスワードでのログインが無効になっています。ログイン方法を管理者に確認してください。",
};

const ar: typeof en = {
  title: (organization) => `تسجيل الدخول إلى ${organization}`,
  email: "البريد الإلكتروني",
  password: "كلمة المرور",
  logIn: "تسجيل الدخول",
  passkey: {
    label: "استخدام مفتاح مرور",
    refused: "مفتاح المرور هذا غير مسجَّل هنا.",
    failed: "تعذّر تسجيل الدخول بمفتاح المرور. حاول مرة أخرى.",
  },
  code: "الرمز",
  codeHint: "من تطبيق المصادقة، أو أحد رموز الاسترداد.",
  anew: "البدء من جديد",
  logInWith: (service) => `تسجيل الدخول باستخدام ${service}`,
  or: "أو",
  forgotten: "هل نسيت كلمة المرور؟",
  forgottenNoMail: "هل نسيت كلمة المرور؟ اطلب المساعدة من الإدارة: لا يستطيع هذا الخادم إرسال البريد الإلكتروني.",
  lookAround: "العرض دون حساب",
  noPasswords: "تسجيل الدخول بكلمة المرور متوقف هنا. اسأل الإدارة عن طريقة تسجيل الدخول.",
};

export const loginWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
