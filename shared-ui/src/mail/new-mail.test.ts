import { telUrl } from './new-mail.ts'

test.each([
  ['(512) 555-0101', 'tel:5125550101'],
  ['+1 512 555 0101', 'tel:+15125550101'],
  ['512.555.0101 x 23', 'tel:5125550101;ext=23'],
  ['(512) 555-0101 ext. 9', 'tel:5125550101;ext=9'],
  ['ask Ada', null],
  ['', null],
])('a phone number in any common notation becomes a call link: %s', (phone, url) => {
  expect(telUrl(phone)).toBe(url)
})
