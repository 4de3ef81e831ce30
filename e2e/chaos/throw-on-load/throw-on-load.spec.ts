import { chaos } from '../../support/chaos.ts'

chaos('throw-on-load')
