#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace tertium::core {

/// Things that are made once in a process and then stay, by name. Any thread may ask; who asks for what another makes
/// waits for it.
template <typename T>
class Memo {
 public:
  std::shared_ptr<const T> get(const std::string& name, const std::function<T()>& make) {
    const std::shared_ptr<Thing> thing = named(name);
    const std::lock_guard lock(thing->mutex);
    if (!thing->made) thing->made = std::make_shared<const T>(make());
    return thing->made;
  }

 private:
  struct Thing {
    std::mutex mutex;
    std::shared_ptr<const T> made;
  };

  std::shared_ptr<Thing> named(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Thing>& thing = things_[name];
    if (!thing) thing = std::make_shared<Thing>();
    return thing;
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Thing>> things_;
};

}  // namespace tertium::core
