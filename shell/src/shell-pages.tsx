import type { ComponentType } from 'react'
import { entryPages } from './entry/entry-pages.tsx'
import { AccountPage } from './features/account/AccountPage.lazy.ts'
import { NotificationsPage } from './features/account/NotificationsPage.lazy.ts'
import { AppPage } from './features/apps/AppPage.lazy.ts'
import { PeoplePage } from './features/organization/PeoplePage.lazy.ts'
import { UnsubscribePage } from './features/pages/UnsubscribePage.lazy.ts'
import { RegisterPage } from './features/pages/RegisterPage.tsx'
import { SignedInPage } from './features/pages/SignedInPage.tsx'
import { UnauthorizedPage } from './features/pages/UnauthorizedPage.tsx'
import type { ShellPath } from './shell-routes.ts'

const pages = {
  ...entryPages,
  '/auth/webauthn/register': RegisterPage,
  '/auth/signed-in': SignedInPage,
  '/account': AccountPage,
  '/account/notifications': NotificationsPage,
  '/account/people': PeoplePage,
  '/apps/{pid}': AppPage,
  '/unsubscribe': UnsubscribePage,
  '/unauthorized': UnauthorizedPage,
} satisfies Record<ShellPath, ComponentType>

/** The component of each of the shell's own routes. */
export const shellPages: Readonly<Record<string, ComponentType>> = pages
