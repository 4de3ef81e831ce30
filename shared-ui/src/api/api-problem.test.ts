import { http, HttpResponse } from 'msw'
import { z } from 'zod'
import { setLanguage } from '../i18n/language.ts'
import { screenInSpanish } from '../test-support/screen-in-spanish.ts'
import { server } from '../test-support/server.ts'
import { api } from './api.ts'

/** A write that fails. Writes are not retried, so the first failure counts. */
const failureOf = () => api.post('/api/things', {}, z.object({ pid: z.string() }))

afterEach(() => setLanguage('en'))

test.each([
  [
    'no connection',
    () => HttpResponse.error(),
    'No connection. Check your network, then try again.',
    'No hay conexión. Revise su red e inténtelo de nuevo.',
  ],
  [
    'a response that is not the expected JSON',
    // A network that asks its guests to sign in answers with its own page.
    () => HttpResponse.html('<p>Welcome to the hotel</p>'),
    'Unexpected response from the server. Reload the page, then try again.',
    'El servidor dio una respuesta inesperada. Vuelva a cargar la página e inténtelo de nuevo.',
  ],
  [
    'a refusal by a proxy',
    () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
    'The portal answered 502. Try again in a moment.',
    'El portal respondió 502. Inténtelo de nuevo en un momento.',
  ],
])('%s is explained in the language of the screen', async (_case, response, english, spanish) => {
  server.use(http.post('*/api/things', response))
  await expect(failureOf()).rejects.toThrow(english)
  await screenInSpanish()
  await expect(failureOf()).rejects.toThrow(spanish)
})
