import type { ComponentType } from 'react'
import { LandingPage } from '../features/pages/LandingPage.tsx'
import { LoginPage } from '../features/pages/LoginPage.tsx'
import { PasskeyLoginPage } from '../features/pages/PasskeyLoginPage.tsx'
import { SignUpPage } from '../features/pages/SignUpPage.tsx'
import type { ShellPath } from '../shell-routes.ts'

/** The pages that a visitor without a session sees. They are in the first file of the shell. */
export const entryPages = {
  '/': LandingPage,
  '/login': LoginPage,
  '/sign-up': SignUpPage,
  '/auth/webauthn/login': PasskeyLoginPage,
} as const satisfies Partial<Record<ShellPath, ComponentType>>

export const isEntryPage = (path: string): boolean => Object.hasOwn(entryPages, path)
