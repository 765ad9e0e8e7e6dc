'use strict'
// Loads the page again every ten seconds while it is visible, and replaces its main part.
const interval = 10000
let isPaused = false

function note(text) {
  const live = document.getElementById('live')
  if (!live) return
  const button = document.createElement('button')
  button.id = 'pause'
  button.type = 'button'
  button.textContent = isPaused ? 'Resume' : 'Pause'
  button.addEventListener('click', () => {
    isPaused = !isPaused
    if (isPaused) note(); else load()
  })
  live.replaceChildren(text || (isPaused ? 'Paused. ' : 'Refreshes every 10 s. '), button)
}

function load() {
  if (isPaused || document.hidden) return
  const request = new XMLHttpRequest()
  request.responseType = 'document'
  request.timeout = interval
  request.addEventListener('load', () => {
    if (isPaused) return
    const main = request.status === 200 && request.response && request.response.querySelector('main')
    if (!main) return note(`Status ${request.status}: this page is out of date. `)
    replace(document.adoptNode(main), request.response.title)
  })
  for (const kind of ['error', 'timeout']) {
    request.addEventListener(kind, () => note('The watch does not answer: this page is out of date. '))
  }
  request.open('GET', location.href)
  request.send()
}

function replace(main, title) {
  const focused = document.activeElement
  const id = focused && (focused.id || (focused.closest('[id]') || {}).id)
  const place = focused && [focused.tagName, focused.getAttribute('href')]
  for (const old of document.querySelectorAll('details[id]')) {
    const other = main.querySelector('#' + old.id)
    if (other) other.open = old.open
  }
  document.querySelector('main').replaceWith(main)
  document.title = title
  note()
  if (!id || !place) return
  const parent = document.getElementById(id)
  const again = parent && [parent, ...parent.querySelectorAll('a, summary, button')]
    .find(element => element.tagName === place[0] && element.getAttribute('href') === place[1])
  if (again) again.focus({ preventScroll: true })
}

note()
setInterval(load, interval)
document.addEventListener('visibilitychange', load)
