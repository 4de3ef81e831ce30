import type { RouteDeclaration } from '@portal/contract'

/**
 * The shell's own pages, declared like a remote's. A new sign-in page is added here and in `shell-pages.tsx`.
 * Source: specification.md 2.
 */
export const shellRoutes = [
  { path: '/', guard: 'none', layout: 'blank', title: 'Permit portal' },
  { path: '/login', guard: 'none', layout: 'blank', title: 'Sign in' },
  { path: '/sign-up', guard: 'none', layout: 'blank', title: 'Sign up' },
  { path: '/auth/webauthn/login', guard: 'none', layout: 'blank', title: 'Sign in with a passkey' },
  { path: '/auth/webauthn/register', guard: 'register', layout: 'blank', title: 'Create a passkey' },
  { path: '/auth/signed-in', guard: 'none', layout: 'blank', title: 'Signed in' },
  { path: '/account', guard: 'auth', layout: 'default', title: 'Passkeys and sessions' },
  { path: '/account/notifications', guard: 'auth', layout: 'default', title: 'Notification settings' },
  { path: '/account/people', guard: 'auth', layout: 'default', title: 'People' },
  // Where its menu entry has no name for it.
  { path: '/apps/{pid}', guard: 'auth', layout: 'mail', title: 'App' },
  { path: '/unsubscribe', guard: 'none', layout: 'blank', title: 'Notifications by mail' },
  { path: '/unauthorized', guard: 'none', layout: 'blank', title: 'Not allowed' },
] as const satisfies readonly RouteDeclaration[]

export type ShellPath = (typeof shellRoutes)[number]['path']
