// The interface of the Browser SDK for a Chromecast receiver: NOLBUNDLE.nlsQ(appId, name, options) returns an object
// with ggPM(event, payload). The object measures nothing: the collector that served this script makes the pings.
(() => {
  'use strict'
  const source = new URL(document.currentScript ? document.currentScript.src : location.href, location.href)
  const address = new URL('/nls/calls', source).href
  // The maximum number of calls in a request of an open page, and of calls that wait for an unreachable collector.
  const [batch, limit] = [500, 10000]

  const draw = () => [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('')

  const connect = (instance, appId, name, options) => {
    const receiver = draw()
    const waiting = []
    let [first, isSending, isKnown, isAway] = [0, false, false, false]

    const body = (calls, isClosing) =>
      JSON.stringify({ version: 1, receiver, appId, name, options, first, calls, at: Date.now(), close: isClosing })

    const post = async calls => {
      try {
        const answer = await fetch(address, { method: 'POST', body: body(calls, false), credentials: 'omit' })
        if (answer.status === 429 || answer.status >= 500) return false
        if (answer.ok) {
          for (const { level, text } of (await answer.json()).log) {
            console[level === 'debug' ? 'debug' : level === 'info' ? 'info' : 'warn'](`${name}: ${text}`)
          }
        } else console.error(`${name}: ${await answer.text()}`)
        return true
      } catch {
        return false
      }
    }

    const send = async () => {
      if (isSending) return
      isSending = true
      while (waiting.length > 0 || !isKnown) {
        const calls = waiting.slice(0, batch)
        if (await post(calls)) {
          [isKnown, isAway] = [true, false]
          first += calls.length
          waiting.splice(0, calls.length)
        } else {
          if (!isAway) console.warn(`${name}: ${address} accepts no calls: check that 'id3tap collect' runs there`)
          isAway = true
          await new Promise(done => setTimeout(done, 1000))
        }
      }
      isSending = false
    }

    instance.ggPM = (event, payload) => {
      try {
        // A copy, because the page may change the object later.
        waiting.push(JSON.parse(JSON.stringify({ event: String(event), payload, at: Date.now() })))
      } catch (error) {
        console.error(`${name}: ggPM('${event}'): the payload cannot be sent: ${error}`)
        return
      }
      if (waiting.length > limit) {
        waiting.shift()
        first += 1
      }
      send()
    }
    addEventListener('pagehide', () => navigator.sendBeacon(address, body(waiting, true)))
    send()
    return instance
  }

  const namespace = new URLSearchParams(source.hash.slice(1))
  const bundleName = namespace.get('ns') || 'NOLBUNDLE'
  const bundle = window[bundleName] = window[bundleName] || {}

  // A page that loads this script with Nielsen's snippet has already made the instance and recorded its calls.
  const early = bundle[namespace.get('name')]
  const appId = /\/conf\/([^/]+)\.js$/.exec(source.pathname)
  if (early && appId) {
    connect(early, decodeURIComponent(appId[1]), namespace.get('name'), early.g || {})
    for (const [event, payload] of early.q || []) early.ggPM(event, payload)
    early.q = []
  }

  bundle.nlsQ = (appId, name, options) => {
    bundle[name] = connect({}, String(appId), String(name), options || {})
    return bundle[name]
  }
})()
