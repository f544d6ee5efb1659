//! Elements by role and accessible name.

use crate::browser::{Browser, KNOWN};
use crate::input::{Pointer, Step};
use serde_json::{Value, json};
use std::path::Path;

/// Returns the visible elements of a role whose names begin with a text, as `[name, element]`.
const LIST: &str = r"
const [role, beginning] = arguments;
const selectors = {
  button: 'button, [role=button]', combobox: 'select', spinbutton: 'input[type=number]', textbox: 'input[type=text], textarea',
  file: 'input[type=file]', table: 'table', progressbar: 'progress', dialog: 'dialog', list: 'ol, ul, [role=list]',
  navigation: 'nav', heading: 'h1, h2, h3', radio: 'input[type=radio]', checkbox: 'input[type=checkbox]',
};
const text = (element) => {
  const copy = element.cloneNode(true);
  copy.querySelectorAll('select, input, [aria-hidden=true]').forEach((control) => control.remove());
  return copy.textContent.replace(/\s+/g, ' ').trim();
};
const name = (element) => {
  const label = element.getAttribute('aria-label'), others = element.getAttribute('aria-labelledby');
  if (others) return others.split(' ').map((id) => text(document.getElementById(id))).join(' ');
  if (label !== null) return label;
  if (element.labels?.length) return [...element.labels].map(text).join(' ');
  return ['button', 'heading'].includes(role) ? text(element) : '';
};
return page.all(selectors[role] ?? `[role=${role}]`)
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => [name(element), element]).filter(([name]) => name.startsWith(beginning));
";

/// Scrolls to an element if it is out of sight, and returns its centre; null if that is covered.
const CENTRE: &str = r"
const [element] = arguments;
const centre = () => {
  const [box] = element.getClientRects();
  const at = box && [box.left + box.width / 2, box.top + box.height / 2];
  return at && element.contains(element.getRootNode().elementFromPoint(...at)) ? at : null;
};
const found = centre();
if (found) return found;
element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
return centre();
";

/// Remembers whether the next click of the page is one on an element.
const AWAIT_CLICK: &str = r"
const [element] = arguments;
globalThis[Symbol.for('click of tests')] = new Promise((done) => {
  const report = (event) => done(event.composedPath().includes(element));
  addEventListener('click', report, { capture: true, once: true });
});
";

/// Returns whether the click was one on the element. A button that was disabled before it was reached gets no click.
const WAS_CLICKED: &str = r"
const patience = new Promise((done) => setTimeout(done, 5000, false));
return Promise.race([globalThis[Symbol.for('click of tests')], patience]);
";

/// A reference to an element of the page, which can be an argument of a script.
pub type Element = Value;

impl Browser {
    /// Returns the visible elements of a role whose names begin with a text, with their names.
    pub fn all(&self, role: &str, beginning: &str) -> Vec<(String, Element)> {
        let found = self.script(LIST, json!([role, beginning]));
        let pair = |pair: &Value| (pair[0].as_str().unwrap_or_default().to_owned(), pair[1].clone());
        found.as_array().expect("a list").iter().map(pair).collect()
    }

    /// Returns the visible element with a role and a name, if there is one.
    pub fn query(&self, role: &str, name: &str) -> Option<Element> {
        let mut found: Vec<Element> =
            self.all(role, name).into_iter().filter(|(whole, _)| whole == name).map(|(_, element)| element).collect();
        assert!(found.len() < 2, "{} elements are {role} `{name}`", found.len());
        found.pop()
    }

    /// Waits for the element with a role and a name, and returns it.
    pub fn find(&self, role: &str, name: &str) -> Element {
        self.wait(&format!("the {role} `{name}`"), || self.query(role, name))
    }

    /// Returns the role and the name that the browser computes for an element.
    pub fn computed(&self, element: &Element) -> (String, String) {
        // The browser keeps the tree for the next calls.
        self.command("Accessibility.enable", json!({})).expect("a tree");
        let node = json!({ "objectId": self.object(element), "fetchRelatives": false });
        let tree = self.command("Accessibility.getPartialAXTree", node).expect("an element");
        let get = |what: &str| tree["nodes"][0][what]["value"].as_str().unwrap_or_default().to_owned();
        (get("role"), get("name"))
    }

    /// Returns the id of an element in the DevTools protocol.
    fn object(&self, element: &Element) -> String {
        let expression = format!("{KNOWN}.elements.get({})", element["element"]);
        let object = self.with_tab(|tab| tab.evaluate(&expression, false)).expect("an element");
        object["objectId"].as_str().expect("an element").to_owned()
    }

    /// Waits until the element with a role and a name can be clicked, and clicks it.
    pub fn click(&self, role: &str, name: &str) {
        self.click_found(&format!("the {role} `{name}`"), || self.query(role, name));
    }

    /// Waits until an element is found that can be clicked, and clicks it. A click that misses it, because it moved meanwhile, is
    /// repeated.
    pub fn click_found(&self, what: &str, find: impl Fn() -> Option<Element>) {
        self.wait(&format!("a click on {what}"), || {
            let element = find().filter(|element| self.is_enabled(element))?;
            self.try_script(AWAIT_CLICK, json!([element])).ok()?;
            self.try_click(&element)?;
            // A click that left the document has no answer there.
            let was_clicked = self.try_script(WAS_CLICKED, json!([]));
            (was_clicked != Ok(json!(false))).then_some(())
        });
    }

    /// Presses a button.
    pub fn press(&self, name: &str) {
        self.click("button", name);
    }

    /// Clicks an element, or taps it on a phone; `None` if it is covered or no longer in the page.
    pub fn try_click(&self, element: &Element) -> Option<()> {
        let centre = self.try_script(CENTRE, json!([element])).ok()?;
        let at = [centre[0].as_f64()?, centre[1].as_f64()?];
        let pointer = if self.is_phone() { Pointer::Touch } else { Pointer::Mouse };
        for step in [Step::Move, Step::Down, Step::Up] {
            self.point(pointer, step, at);
        }
        Some(())
    }

    /// Returns whether an element is enabled.
    pub fn is_enabled(&self, element: &Element) -> bool {
        let enabled = self.try_script("return !arguments[0].matches(':disabled')", json!([element]));
        enabled.is_ok_and(|enabled| enabled == true)
    }

    /// Returns an attribute of an element; `None` without it, or if the element is no longer in the page.
    pub fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        let attribute = self.try_script("return arguments[0].getAttribute(arguments[1])", json!([element, name]));
        attribute.ok()?.as_str().map(str::to_owned)
    }

    /// Types at the end of a text field.
    pub fn type_into(&self, element: &Element, text: &str) {
        const FOCUS: &str = "const [field] = arguments;
            field.focus();
            field.setSelectionRange(field.value.length, field.value.length)";
        self.script(FOCUS, json!([element]));
        self.keys(text);
    }

    /// Sets the path of a file field.
    pub fn choose_file(&self, field: &Element, path: impl AsRef<Path>) {
        let files = json!({ "files": [path.as_ref()], "objectId": self.object(field) });
        self.command("DOM.setFileInputFiles", files).expect("a file field");
    }

    /// Replaces the text of a field, as if the new one were pasted.
    pub fn fill(&self, role: &str, name: &str, text: &str) {
        self.script("arguments[0].focus(); arguments[0].select()", json!([self.find(role, name)]));
        self.command("Input.insertText", json!({ "text": text })).expect("a text field");
    }

    /// Chooses an option of a combobox, or a card of a radiogroup.
    pub fn choose(&self, name: &str, option: &str) {
        const CARD: &str =
            "const radio = [...arguments[0].querySelectorAll('input')].find((one) => one.ariaLabel === arguments[1]);
            radio?.closest('label').click(); return Boolean(radio?.checked)";
        if let Some(group) = self.query("radiogroup", name) {
            self.wait(&format!("the card `{option}` of `{name}`"), || {
                (self.script(CARD, json!([group, option])) == true).then_some(())
            });
            return;
        }
        const OPTION: &str = "const [field, name] = arguments;
            const option = [...field.options].find((one) => one.text.trim() === name && !one.disabled);
            if (!option || field.disabled) return false;
            field.focus();
            option.selected = true;
            for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
            return true";
        let field = self.find("combobox", name);
        self.wait(&format!("the option `{option}` of `{name}`"), || {
            (self.script(OPTION, json!([field, option])) == true).then_some(())
        });
    }
}
