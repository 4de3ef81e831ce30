import { chaos } from '../../support/chaos.ts'

chaos('html-for-code')
