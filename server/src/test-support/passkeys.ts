import type { LightMyRequestResponse } from 'fastify'
import { sessionCookie } from '@portal/contract'
import { openBrowser } from './browser.ts'
import type { Browser } from './browser.ts'
import type { Person } from './given.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import type { AuthenticatorOptions, Tampering, Credential } from './software-authenticator.ts'
import type { TestApp } from './start-test-app.ts'

/** Makes a passkey with the session this browser has. */
export async function registerPasskey(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/register/options', {})
  if (options.statusCode !== 200) return options
  return browser.post('/api/auth/webauthn/register/verify', device.create(options.json(), bent))
}

/** Signs in with a passkey of the device. */
export async function signInWithPasskey(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
  credential?: Credential,
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/login/options', {})
  return browser.post('/api/auth/webauthn/login/verify', device.get(options.json(), bent, credential))
}

/** Proves once more who this browser's session is. */
export async function stepUp(
  browser: Browser,
  device: SoftwareAuthenticator,
  bent: Tampering = {},
): Promise<LightMyRequestResponse> {
  const options = await browser.post('/api/auth/webauthn/step-up/options', {})
  if (options.statusCode !== 200) return options
  return browser.post('/api/auth/webauthn/step-up/verify', device.get(options.json(), bent))
}

/** A browser in which this person has a session, without having proved who they are by a passkey. */
export async function browserOf(portal: TestApp, person: Person): Promise<Browser> {
  const browser = openBrowser(portal)
  browser.plant(sessionCookie, (await portal.given.cookieOf(person)).slice(`${sessionCookie}=`.length))
  return browser
}

/** A person with a passkey, signed in with it. */
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
