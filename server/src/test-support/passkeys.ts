import type { LightMyRequestResponse } from 'fastify'
import { sessionCookie } from '@portal/contract'
import { openBrowser } from './browser.ts'
import type { Browser } from './browser.ts'
import type { Person } from './given.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import type { AuthenticatorOptions, Tampering, Credential } from './software-authenticator.ts'
import type { TestApp } from './start-test-app.ts'

/** Creates a passkey in the session of this browser. */
export async function registerPasskey(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/register/options', {})
  if (options.statusCode !== 200) return options
  return browser.post('/api/auth/webauthn/register/verify', device.create(options.json(), bent))
}

/** Signs in with a passkey of this device. */
export async function signInWithPasskey(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
  credential?: Credential,
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/login/options', {})
  return browser.post('/api/auth/webauthn/login/verify', device.get(options.json(), bent, credential))
}

/** Does a step-up in the session of this browser. */
export async function stepUp(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/step-up/options', {})
  if (options.statusCode !== 200) return options
  return browser.post('/api/auth/webauthn/step-up/verify', device.get(options.json(), bent))
}

/** A browser with a session of this person, without a passkey sign-in. */
export async function browserOf(portal: TestApp, person: Person): Promise<Browser> {
  const browser = openBrowser(portal)
  browser.plant(sessionCookie, (await portal.given.cookieOf(person)).slice(`${sessionCookie}=`.length))
  return browser
}

/** A person who is signed in with a new passkey. */
export async function withPasskey(
  portal: TestApp,
  person: Person,
  options: AuthenticatorOptions = {},
): Promise<{ browser: Browser; device: SoftwareAuthenticator }> {
  const device = new SoftwareAuthenticator(options)
  const made = await registerPasskey(await browserOf(portal, person), device)
  const browser = openBrowser(portal)
  const entered = await signInWithPasskey(browser, device)
  if (made.statusCode !== 201 || entered.statusCode !== 204)
    throw new Error(`No passkey for the test: ${made.body} ${entered.body}`)
  return { browser, device }
}
