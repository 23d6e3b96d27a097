import type { Language } from "../../../../protocol/language.ts";

const en = {
  title: "Secure your account",
  why: "This organization requires more than a password. Set up a passkey or an authenticator app.",
  passkey: {
    label: "Create a passkey on this device",
    refused: "Couldn't use this passkey. Try again, or use an app.",
    failed: "Couldn't create a passkey. Try again, or use an app.",
    name: "Passkey",
  },
  app: "Use an authenticator app",
  scan: "Scan this with the app, and enter the code it shows.",
  qr: "QR code for the app",
  type: "Or enter this key:",
  code: "Code",
  confirm: "Turn on",
  logOut: "Log out",
  keepCodes:
    "Two-factor authentication is on. Save these recovery codes somewhere safe: each logs you in once if you lose your phone. You won't see them again.",
  goOn: "I've saved them, continue",
};

const de: typeof en = {
  title: "Sichere dein Konto",
  why: "Diese Organisation verlangt mehr als ein Passwort. Richte einen Passkey oder eine Authenticator-App ein.",
  passkey: {
    label: "Passkey auf diesem Gerät erstellen",
    refused: "Dieser Passkey lässt sich nicht verwenden. Versuche es noch einmal, oder verwende eine App.",
    failed: "Der Passkey konnte nicht erstellt werden. Versuche es noch einmal, oder verwende eine App.",
    name: "Passkey",
  },
  app: "Authenticator-App verwenden",
  scan: "Scanne das mit der App, und gib den Code ein, den sie anzeigt.",
  qr: "QR-Code für die App",
  type: "Oder gib diesen Schlüssel ein:",
  code: "Code",
  confirm: "Einschalten",
  logOut: "Abmelden",
  keepCodes:
    "Zwei-Faktor-Authentifizierung ist eingeschaltet. Bewahre diese Wiederherstellungscodes sicher auf: Jeder meldet dich einmal an, wenn du dein Telefon verlierst. Du siehst sie nicht noch einmal.",
  goOn: "Ich habe sie gespeichert, weiter",
};

const es: typeof en = {
  title: "Protege tu cuenta",
  why: "Esta organización exige algo más que una contraseña. Configura una llave de acceso o una aplicación de autenticación.",
  passkey: {
    label: "Crear una llave de acceso en este dispositivo",
    refused: "No se pudo usar esta llave de acceso. Inténtalo de nuevo o usa una aplicación.",
    failed: "No se pudo crear la llave de acceso. Inténtalo de nuevo o usa una aplicación.",
    name: "Llave de acceso",
  },
  app: "Usar una aplicación de autenticación",
  scan: "Escanea esto con la aplicación y escribe el código que muestra.",
  qr: "Código QR para la aplicación",
  type: "O escribe esta clave:",
  code: "Código",
  confirm: "Activar",
  logOut: "Cerrar sesión",
  keepCodes:
    "La autenticación en dos pasos está activada. Guarda estos códigos de recuperación en un lugar seguro: cada uno te permite iniciar sesión una vez si pierdes el teléfono. No volverás a verlos.",
  goOn: "Los he guardado, continuar",
};

const fr: typeof en = {
  title: "Sécurisez votre compte",
  why: "Cette organisation exige plus qu’un mot de passe. Configurez une clé d’accès ou une application d’authentification.",
  passkey: {
    label: "Créer une clé d’accès sur cet appareil",
    refused: "Impossible d’utiliser cette clé d’accès. Réessayez ou utilisez une application.",
    failed: "Impossible de créer la clé d’accès. Réessayez ou utilisez une application.",
    name: "Clé d’accès",
  },
  app: "Utiliser une application d’authentification",
  scan: "Scannez ceci avec l’application et saisissez le code affiché.",
  qr: "Code QR pour l’application",
  type: "Ou saisissez cette clé :",
  code: "Code",
  confirm: "Activer",
  logOut: "Se déconnecter",
  keepCodes:
    "L’authentification à deux facteurs est activée. Conservez ces codes de récupération en lieu sûr : chacun vous connecte une fois si vous perdez votre téléphone. Vous ne les reverrez pas.",
  goOn: "Je les ai enregistrés, continuer",
};

const ja: typeof en = {
  title: "アカウントを保護",
  why: "この組織では、パスワードのほかにも認証が必要です。パスキーまたは認証アプリを設定してください。",
  passkey: {
    label: "このデバイスにパスキーを作成",
    refused: "このパスキーを使用できませんでした。もう一度お試しいただくか、アプリを使用してください。",
    failed: "パスキーを作成できませんでした。もう一度お試しいただくか、アプリを使用してください。",
    name: "パスキー",
  },
  app: "認証アプリを使用",
  scan: "アプリで読み取り、表示されたコードを入力してください。",
  qr: "アプリ用の QR コード",
  type: "またはこのキーを入力：",
  code: "コード",
  confirm: "有効にする",
  logOut: "ログアウト",
  keepCodes:
    "2 要素認証が有効になりました。リカバリーコードを安全な場所に保存してください。スマートフォンをなくしたときに、1 つのコードで 1 回ログインできます。再表示はできません。",
  goOn: "保存したので続行",
};

const ar: typeof en = {
  title: "تأمين حسابك",
  why: "تتطلب هذه المؤسسة أكثر من كلمة مرور. قم بإعداد مفتاح مرور أو تطبيق مصادقة.",
  passkey: {
    label: "إنشاء مفتاح مرور على هذا الجهاز",
    refused: "تعذّر استخدام مفتاح المرور هذا. حاول مرة أخرى، أو استخدم تطبيقًا.",
    failed: "تعذّر إنشاء مفتاح مرور. حاول مرة أخرى، أو استخدم تطبيقًا.",
    name: "مفتاح مرور",
  },
  app: "استخدام تطبيق مصادقة",
  scan: "امسح هذا بالتطبيق، وأدخل الرمز الذي يعرضه.",
  qr: "رمز QR للتطبيق",
  type: "أو أدخل هذا المفتاح:",
  code: "الرمز",
  confirm: "تفعيل",
  logOut: "تسجيل الخروج",
  keepCodes:
    "المصادقة الثنائية مفعَّلة. احفظ رموز الاسترداد هذه في مكان آمن: كل رمز يتيح لك تسجيل الدخول مرة واحدة إذا فقدت هاتفك. لن تراها مرة أخرى.",
  goOn: "حفظتها، متابعة",
};

export const setupWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
